// Payout batches in SQL (rules payout-batch, payout-result). What a result does to the requests is written by withdraw/.
import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../people/approvals/store.ts'
import { paysOut } from '../../people/ties/waits-store.ts'
import { tiedUntil } from '../../people/ties/tied-store.ts'
import { lastChangeOf } from '../../people/bank-details/changes-store.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { allOf, type Days, inDays } from '../../ground/db/list-store.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import { isWithdrawHeld } from '../../people/holds/store.ts'
import { steers } from '../../people/ties/store.ts'
import type { withdraws } from '../withdraw/table.ts'
import { isStopped, NONE_HELD, NONE_OF, NONE_STEERED, NONE_STOPPED } from './conditions-store.ts'
import type { payoutBatches, payoutLines } from './table.ts'

export type PayoutRow = Row<typeof payoutBatches> & {
  /** Names; null: nobody has, or the person is not there any more. */
  creator: string | null
  /** Made by the caller. */
  mine: 0 | 1
  approver: string | null
  /** Epoch ms until which the person who looks may not approve it, because one person could act as them and as its maker; null: they may. */
  tied_until: number | null
  /** Its maker is active, and may pay out. */
  asker_works: 0 | 1
}
export type LineRow = Row<typeof payoutLines, 'withdraw_id' | 'reference' | 'status' | 'reason'> &
  Row<
    typeof withdraws,
    'user_id' | 'nominal' | 'step' | 'payment' | 'account_bank' | 'account_number' | 'account_name' | 'proof_key'
  > & {
    member: string
    request_status: Row<typeof withdraws, 'status'>['status']
    /** Somebody asked for its return by the bank, and a second person has not decided yet. */
    return_waits: 0 | 1
    /** Its member is paused or owes. */
    stopped: 0 | 1
    /** Withdraws of this member are held (rule withdraw-hold). */
    held: 0 | 1
    /** Who changed its member's bank details last, JSON (rule bank-change). */
    bank_change: string | null
  }

/** For w: the money may be at the bank since, so paying it again needs a second person (rule bank-return). */
const wasAccepted = sql`exists (select 1 from withdraw_steps where withdraw_id = w.id and to_status = 'accepted')`

const viewOf = ({ id, now }: Viewer): SQL => sql`
  select
    b.*,
    b.created_by = ${id} as mine,
    case
      when b.status = 'frozen' and b.needs_second = 1 and b.approved_by is null and b.created_by <> ${id}
      then ${tiedUntil(sql`b.created_by`, sql`${id}`, now)}
    end as tied_until,
    ${paysOut('c')} as asker_works,
    trim(c.firstname || ' ' || c.lastname) as creator,
    trim(a.firstname || ' ' || a.lastname) as approver
  from payout_batches b
  left join users c on c.id = b.created_by
  left join users a on a.id = b.approved_by
`
export const payoutById = async (db: Db, id: string, viewer: Viewer): Promise<PayoutRow | null> =>
  (await db.all<PayoutRow>(sql`${viewOf(viewer)} where b.id = ${id}`))[0] ?? null
/** `search`: the number of one. */
type Asked = Page & Days & { search?: string | undefined }
/** Newest first; sum: whole rupiah of all that were found. */
export const payoutPage = async (
  db: Db,
  { search = '', ...page }: Asked,
  viewer: Viewer,
): Promise<{ rows: PayoutRow[]; total: number; sum: number }> => {
  const parts = inDays(page, 'b.created_at')
  // what is no number finds nothing
  if (search !== '') parts.push(sql`b.number = ${/^#?\d{1,9}$/.test(search) ? Number(search.replace('#', '')) : 0}`)
  const where = allOf(parts)
  const [rows, [count]] = await Promise.all([
    db.all<PayoutRow>(sql`
      ${viewOf(viewer)}
      where ${where}
      order by b.created_at desc, b.id desc
      limit ${page.limit} offset ${offsetOf(page)}
    `),
    db.all<{ total: number; sum: number }>(
      sql`select count(*) as total, coalesce(sum(b.total), 0) as sum from payout_batches b where ${where}`,
    ),
  ])
  return { rows, total: count?.total ?? 0, sum: count?.sum ?? 0 }
}
/** In the order of its file. */
export const linesOf = (db: Db, batchId: string): Promise<LineRow[]> =>
  db.all<LineRow>(sql`
    select
      l.withdraw_id, l.reference, l.status, l.reason,
      w.user_id, w.nominal, w.step, w.payment, w.status as request_status,
      w.account_bank, w.account_number, w.account_name, w.proof_key,
      trim(u.firstname || ' ' || u.lastname) as member,
      ${isWithdrawHeld(sql`w.user_id`)} as held,
      ${isStopped} as stopped,
      ${lastChangeOf(sql`w.user_id`)} as bank_change,
      exists (
        select 1 from approvals where kind = 'return' and subject = w.id and status = 'waiting'
      ) as return_waits
    from payout_lines l
    join withdraws w on w.id = l.withdraw_id
    join users u on u.id = w.user_id
    where l.batch_id = ${batchId}
    order by l.position
  `)

/** What these requests ask for and where it goes, with the member's name. */
export const accountsOf = (db: Db, ids: readonly string[]) =>
  db.all<
    { id: string; was_accepted: 0 | 1 } & Pick<
      LineRow,
      'user_id' | 'nominal' | 'account_bank' | 'account_number' | 'account_name' | 'member'
    >
  >(sql`
    select
      w.id, w.user_id, w.nominal, w.account_bank, w.account_number, w.account_name,
      ${wasAccepted} as was_accepted,
      trim(u.firstname || ' ' || u.lastname) as member
    from json_each(${JSON.stringify(ids)}) i
    cross join withdraws w on w.id = i.value
    join users u on u.id = w.user_id
  `)
export type NewPayout = {
  id: string
  /** References by request, in the order of the file. */
  lines: readonly { id: string; reference: string }[]
  by: string
  needsSecond: boolean
  now: number
}
/**
 * Freezes all of these requests or none: false, and nothing is written, where one of them does not wait, is frozen already, waits for
 * a second person, is the freezer's own or steered by them (rule decider-ties), or its member is paused or owes.
 */
export const insertPayout = async (db: Db, p: NewPayout, more: Statement[]): Promise<boolean> => {
  const ids = JSON.stringify(p.lines.map(({ id }) => id))
  try {
    await runBatch(db, [
      refuseUnless(
        db,
        'payout_choice',
        sql`count(*) = ${p.lines.length}`,
        sql`
          from json_each(${ids}) i
          cross join withdraws w on w.id = i.value
          join users u on u.id = w.user_id
          where w.status = 'requested'
            and w.payout_id is null
            and not ${steers(sql`${p.by}`, { person: sql`w.user_id`, withdraw: sql`w.id` }, p.now)}
            and not ${isStopped}
            and not ${isWithdrawHeld(sql`w.user_id`)}
            and not exists (
              select 1 from approvals where kind = 'withdraw' and subject = w.id and status = 'waiting'
            )
        `,
      ),
      db.run(sql`
        insert into payout_batches (id, number, status, count, total, needs_second, created_by, created_at)
        select
          ${p.id},
          (select coalesce(max(number), 0) + 1 from payout_batches),
          'frozen',
          count(*),
          coalesce(sum(w.nominal), 0),
          ${p.needsSecond ? 1 : sql`coalesce(max(${wasAccepted}), 0)`},
          ${p.by},
          ${p.now}
        from json_each(${ids}) i
        cross join withdraws w on w.id = i.value
      `),
      db.run(sql`
        insert into payout_lines (batch_id, withdraw_id, position, reference, status)
        select ${p.id}, value ->> 'id', key + 1, value ->> 'reference', 'waiting'
        from json_each(${JSON.stringify(p.lines)})
      `),
      db.run(sql`
        update withdraws
        set payout_id = ${p.id}
        from json_each(${ids}) i
        where withdraws.id = i.value
      `),
      ...more,
    ])
    return true
  } catch (error) {
    if (refusalOf(error) === 'payout_choice') return false
    throw error
  }
}
/** For a batch: fails it where this is not so of the payout any more. */
const refuseMoved = (db: Db, id: string, condition: SQL): Statement =>
  refuseUnless(db, 'payout_moved', condition, sql`from payout_batches where id = ${id}`)
/** For a batch: fails it unless this person may approve it now. */
export const approvePayout = (db: Db, id: string, by: string, now: number): Statement[] => [
  refuseMoved(
    db,
    id,
    sql`
      status = 'frozen'
        and needs_second = 1
        and approved_by is null
        and created_by <> ${by}
        and ${tiedUntil(sql`payout_batches.created_by`, sql`${by}`, now)} is null
        and ${NONE_OF(by)}
        and ${NONE_STEERED(by, now)}
        and ${NONE_HELD}
        and exists (select 1 from users t where t.id = payout_batches.created_by and ${paysOut('t')})
    `,
  ),
  db.run(sql`update payout_batches set approved_by = ${by}, approved_at = ${now} where id = ${id}`),
]
/** For the batch that orders its requests. Fails it unless this is the first time, and everybody in it may be paid by this person. */
export const fetchPayout = (db: Db, id: string, by: string, now: number): Statement[] => [
  refuseMoved(
    db,
    id,
    sql`
      status = 'frozen'
        and fetched_at is null
        and (needs_second = 0 or approved_by is not null)
        and ${NONE_OF(by)}
        and ${NONE_HELD}
        and ${NONE_STOPPED}
    `,
  ),
  db.run(sql`update payout_batches set fetched_at = ${now} where id = ${id}`),
]
/** The version before gave out files without ordering: its record says so. */
const NEVER_FETCHED = sql`
  fetched_at is null
    and not exists (
      select 1 from audit_log where target = payout_batches.id and action = 'payout.download'
    )
`
/** The undecided lines and their requests are free again, unless the file was given out. */
export const releasePayout = (db: Db, id: string, now: number): Statement[] => [
  refuseMoved(db, id, sql`status = 'frozen' and ${NEVER_FETCHED}`),
  db.run(sql`update payout_batches set status = 'released' where id = ${id}`),
  db.run(sql`
    update withdraws
    set payout_id = null
    where id in (select withdraw_id from payout_lines where batch_id = ${id} and status = 'waiting')
  `),
  db.run(sql`
    update payout_lines
    set status = 'released', decided_at = ${now}
    where batch_id = ${id} and status = 'waiting'
  `),
]
