// How each kind of trouble comes about and passes: played by the tests in workerd, and by `npm run demo -- --trouble` on a stack of its own.
import { DAY_MS, HOUR_MS, jakartaDay, MINUTE_MS } from '../../contract/ground/time.ts'
import type { TroubleKind } from '../../contract/operation/troubles.ts'

/** What a place is made to say of itself that it would only say after years, or in another deployment. */
export type Stand = {
  /** The oldest message of the queue of imports is of then. */
  importsSince?: number
  /** The variables lack what a deployment needs. */
  misconfigured?: true
  /** It makes backups. */
  backups?: true
  /** It has a second place for them. */
  secondPlace?: true
  databaseBytes?: number
}
export type TroublePlace = {
  /** The clock of the looks, epoch ms. */
  now: () => number
  pass: (ms: number) => void
  sql: (text: string, ...values: (string | number | null)[]) => Promise<unknown>
  look: (how: { hourly: boolean; stand: Stand }) => Promise<unknown>
  deadLetter: () => Promise<unknown>
  /** A runner with room and the key k1. */
  joinRunner: () => Promise<unknown>
  runnerWasRefused: (version: string) => Promise<unknown>
  runnerCouldNotRead: () => Promise<unknown>
  /** Until the fleet has heard it. */
  runnerClockIsAhead: (ms: number) => Promise<unknown>
}
type TroubleCase = {
  subject?: string
  hourly?: true
  stand?: (place: TroublePlace) => Stand
  begin: (place: TroublePlace) => unknown
  end: (place: TroublePlace) => unknown
}

/** The name of the runner that a place is played with. */
export const TROUBLE_RUNNER = 'of-troubles'
const MEMBER = 'trouble-member'
const account = (place: TroublePlace, id: string, more: Record<string, string | number> = {}) => {
  const row = { status: 'idle', ...more }
  const columns = Object.keys(row)
  return place.sql(
    `insert or replace into whatsapp (id, clientid, user_id, purpose, phonenumber, state, created_at, ${columns.join()})
     values (?1, ?1, '${MEMBER}', 'blast', ?1, 'connected', 1, ${columns.map((_, i) => `?${i + 2}`).join()})`,
    `trouble-${id}`,
    ...Object.values(row),
  )
}
const noAccounts = (place: TroublePlace) => place.sql(`delete from whatsapp where id like 'trouble-%'`)
const proxy = (place: TroublePlace, id: string, status: string, failed: number) =>
  place.sql(
    `insert into proxies (id, value, status, failed_probes, created_at) values (?1, ?1, ?2, ?3, 1)`,
    `trouble-${id}`,
    status,
    failed,
  )
const noProxies = (place: TroublePlace) => place.sql(`delete from proxies where id like 'trouble-%'`)
const roundEnded = (place: TroublePlace, round: string, agoMs: number) =>
  place.sql('insert or replace into cron_ends values (?, ?)', round, place.now() - agoMs)
const opened = (place: TroublePlace, agoMs: number) =>
  place.sql(
    `insert or replace into milestones (name, version, at, took_ms) values ('drill', '1.0.0', ?, 60000)`,
    place.now() - agoMs,
  )
const template = (place: TroublePlace, success: number, fail: number) =>
  place.sql(
    `insert or replace into templates (id, text, text_wa, button, status, count_success, count_fail, created_at)
     values ('trouble-t', 'Halo', 'Halo', '[]', 'active', ?, ?, 1)`,
    success,
    fail,
  )
const vaultKey = (place: TroublePlace, kid: string, rows: number) =>
  place.sql(`insert into vault_rows (account_id, kid, rows) values ('trouble-k', ?, ?)`, kid, rows)
const paid = (place: TroublePlace, daysAgo: number, sen: number) =>
  place.sql(
    `insert into daily_stats (user_id, day, income_sen) values ('', ?, ?)
     on conflict (user_id, day) do update set income_sen = income_sen + excluded.income_sen`,
    jakartaDay(place.now() - daysAgo * DAY_MS),
    sen,
  )
const BUCKET_MS = 5 * MINUTE_MS
const counted = (place: TroublePlace, counts: Record<string, number>) =>
  place.sql(
    'insert or replace into measures (at, counts) values (?, ?)',
    place.now() - (place.now() % BUCKET_MS),
    JSON.stringify(counts),
  )
/** Nothing was done to begin it, so with the stand it is over. */
const nothing = () => undefined
const hourPasses = (place: TroublePlace) => place.pass(HOUR_MS)

/** In the order in which they are played: without a runner first. */
export const TROUBLE_CASES: Record<TroubleKind, TroubleCase> = {
  no_runner: { begin: nothing, end: (place) => place.joinRunner() },
  accounts_without_runner: {
    begin: async (place) => {
      for (const id of ['a', 'b', 'c', 'd']) await account(place, id)
    },
    end: noAccounts,
  },
  sending_stalled: {
    // woken twice: the row still has the due time of the second wake
    begin: async (place) => {
      const due = place.now() + HOUR_MS
      await account(place, 'stalled', { status: 'sending', due_at: due })
      await place.sql(`insert into unanswered_wakes values ('trouble-stalled', ?, 2)`, due)
    },
    // as its object writes it
    end: async (place) => {
      await place.sql(`update whatsapp set due_at = due_at + 1 where id = 'trouble-stalled'`)
    },
  },
  settlement_waits: {
    begin: (place) =>
      account(place, 'owing', {
        due_at: place.now() + HOUR_MS,
        unsettled_since: place.now() - 45 * MINUTE_MS,
        waiting_version: 0,
      }),
    end: noAccounts,
  },
  opt_outs_wait: {
    begin: (place) =>
      account(place, 'stopping', {
        due_at: place.now() + HOUR_MS,
        opt_outs_since: place.now() - 5 * MINUTE_MS,
        waiting_version: 0,
      }),
    end: noAccounts,
  },
  queue_waits: {
    subject: 'imports',
    stand: (place) => ({ importsSince: place.now() - 16 * MINUTE_MS }),
    begin: nothing,
    end: nothing,
  },
  dead_letters: {
    subject: 'settlements',
    begin: async (place) => {
      await place.deadLetter()
      // the looks' clock is ahead of the queue's
      await place.sql(`update watch_marks set at = ? where name = 'dead_letter'`, place.now())
    },
    end: hourPasses,
  },
  work_waits: {
    subject: 'imports',
    begin: (place) =>
      place.sql(
        `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes,
          created_at, updated_at)
         values ('trouble-i', 'phonenumber', 'running', 'k', 'a.csv', 'csv', 1, '', 'x', 1, 1, ?)`,
        place.now() - HOUR_MS,
      ),
    end: (place) => place.sql(`delete from import_jobs where id = 'trouble-i'`),
  },
  backup_old: {
    stand: () => ({ backups: true }),
    begin: (place) => roundEnded(place, 'backup', 27 * HOUR_MS),
    end: (place) => roundEnded(place, 'backup', 0),
  },
  second_place: {
    stand: () => ({ secondPlace: true }),
    begin: (place) => roundEnded(place, 'second', 16 * MINUTE_MS),
    end: (place) => roundEnded(place, 'second', 0),
  },
  drill_old: {
    stand: () => ({ backups: true }),
    begin: async (place) => {
      await roundEnded(place, 'backup', 0)
      await opened(place, 36 * DAY_MS)
    },
    end: (place) => opened(place, 0),
  },
  cron_fails: {
    subject: 'minute',
    begin: (place) => roundEnded(place, 'minute', 11 * MINUTE_MS),
    end: (place) => roundEnded(place, 'minute', -24 * HOUR_MS),
  },
  misconfigured: { stand: () => ({ misconfigured: true }), begin: nothing, end: nothing },
  version_refused: {
    subject: '2.3000.1',
    begin: (place) => place.runnerWasRefused('2.3000.1'),
    end: hourPasses,
  },
  sessions_unreadable: { begin: (place) => place.runnerCouldNotRead(), end: hourPasses },
  runner_clock: {
    subject: TROUBLE_RUNNER,
    begin: (place) => place.runnerClockIsAhead(45_000),
    end: (place) => place.runnerClockIsAhead(0),
  },
  proxies_none_free: {
    begin: (place) => proxy(place, 'p1', 'nonactive', 3),
    end: (place) => proxy(place, 'p2', 'active', 0),
  },
  ledger_differs: {
    hourly: true,
    begin: (place) =>
      place.sql(`insert into balances (user_id, balance_sen) select id, 500 from users order by rowid limit 1`),
    end: (place) => place.sql('delete from balances where balance_sen = 500'),
  },
  record_differs: {
    subject: '2020-01-01',
    hourly: true,
    begin: (place) =>
      place.sql(`insert into record_days (day, previous, head, parts) values ('2020-01-01', '', 'changed', '{}')`),
    end: async (place) => {
      await place.sql('drop trigger record_days_no_delete')
      await place.sql(`delete from record_days where day = '2020-01-01'`)
      await place.sql(
        `create trigger record_days_no_delete before delete on record_days begin select raise(abort, 'record_days is append-only'); end`,
      )
    },
  },
  leases_without_owner: {
    subject: 'numbers',
    hourly: true,
    begin: (place) =>
      place.sql(
        `insert into phone_numbers (number, name, status, in_use, in_use_by, created_at)
         values ('6281299990001', 'N', 'active', 1, 'trouble-gone', 1)`,
      ),
    end: (place) => place.sql(`delete from phone_numbers where in_use_by = 'trouble-gone'`),
  },
  templates_fail: {
    hourly: true,
    subject: 'trouble-t',
    begin: async (place) => {
      await template(place, 1_000, 0)
      await place.look({ hourly: true, stand: {} })
      await template(place, 1_020, 40)
    },
    end: (place) => template(place, 1_080, 40),
  },
  templates_paused: {
    hourly: true,
    subject: 'trouble-t',
    begin: (place) =>
      place.sql(
        `update templates set status = 'nonactive', paused_at = ?, paused_stops = 7, paused_of = 60 where id = 'trouble-t'`,
        place.now(),
      ),
    end: (place) => place.sql(`update templates set status = 'active' where id = 'trouble-t'`),
  },
  proxies_fail: {
    hourly: true,
    begin: async (place) => {
      for (const id of ['f1', 'f2', 'f3']) await proxy(place, id, 'nonactive', 3)
    },
    end: noProxies,
  },
  vault_key_missing: {
    subject: 'k0',
    begin: (place) => vaultKey(place, 'k0', 12),
    end: (place) => place.sql(`delete from vault_rows where account_id = 'trouble-k'`),
  },
  database_large: { hourly: true, stand: () => ({ databaseBytes: 7_200_000_000 }), begin: nothing, end: nothing },
  pay_high: {
    begin: async (place) => {
      for (const days of [1, 2, 3]) await paid(place, days, 50_000_000)
      // an hour of looks: what was paid before is known
      for (let looks = 0; looks < 13; looks++) await place.look({ hourly: false, stand: {} })
      await paid(place, 0, 500_000_000)
    },
    end: (place) => place.pass(DAY_MS + HOUR_MS),
  },
  mail_fails: {
    begin: (place) => counted(place, { 'wa_mails_total|result=failed': 3, 'wa_mails_total|result=sent': 1 }),
    end: (place) => place.pass(2 * HOUR_MS),
  },
  containers_fail: {
    // as if the cron found it again and again
    begin: (place) =>
      place.sql(
        `insert or replace into watch_marks (name, subject, at, figures) values ('containers', '', ?, '{"containers":1}')`,
        place.now() + HOUR_MS,
      ),
    end: (place) => place.sql(`delete from watch_marks where name = 'containers'`),
  },
  budget_burns: {
    subject: 'api',
    begin: (place) => counted(place, { 'wa_api_answers_total|status=5xx': 90, 'wa_api_answers_total|status=2xx': 10 }),
    end: (place) => place.pass(7 * HOUR_MS),
  },
}
