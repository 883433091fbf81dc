// Every kind of thing that waits for the office: who may do it, how urgent it is, where it is done, and its rows (rule inbox). A new kind is a name and
// its sorts in the contract; the rest does not compile without it: an entry here, its words on the page, and whose writes change it (WAITING of
// web/lib/api/query-keys.ts). Each reads its oldest rows by an index, and counts no table.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { INBOX_MAX, type InboxKind, type InboxSort } from '../../../contract/operation/inbox.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { TroubleKind } from '../../../contract/operation/troubles.ts'
import type { Db } from '../../ground/db/connection.ts'
import { LISTED } from '../../money/fraud/list-store.ts'
import { CAMPAIGN_NAME } from '../../people/approvals/store.ts'
import { isPersonHeld } from '../../people/holds/store.ts'
import { steers, type Target } from '../../people/ties/store.ts'
import { tiedUntil } from '../../people/ties/tied-store.ts'
import { STAFF } from '../../people/ties/waits-store.ts'

export type InboxViewer = { id: string; role: Role; now: number }
export type InboxRow = {
  sort: InboxSort
  id: string
  name: string | null
  note: string | null
  worth: number | null
  /** Epoch ms. */
  since: number
  /** Whose money or data it is; null: nobody's in particular. */
  who: string | null
}
type Kind = {
  /** Staff do theirs only while the setting `staff_can_process` is on. */
  roles: readonly Role[]
  /** Against 1 of a withdraw of the least amount. */
  weight: number
  /** The list of all of them. */
  place: string
  link: (row: InboxRow) => string
  rows: (viewer: InboxViewer) => SQL
}

const PAYERS: readonly Role[] = ['admin', 'dev', 'staff']
const ADMINS: readonly Role[] = ['admin', 'dev']
/** One more than is counted tells that there are more. */
const MOST = INBOX_MAX + 1
/** So many rows of a kind are looked at: the oldest by an index; of batches, of which there are a few a day, the latest. */
const LOOKED_AT = 500
/** An erasure ends by itself within minutes; the law gives three days. */
const ERASURE_LATE_MS = DAY_MS
const SUSPENDED_MOST = 3

const REQUESTS = '/withdraw/requested'
const APPROVALS = '/withdraw/requested/approvals'
const PAYOUTS = '/withdraw/requested/payouts'
const CHECKS = '/member?view=check'
/** Troubles that end elsewhere than at a runbook. */
const TROUBLE_PLACES: Partial<Record<TroubleKind, string>> = {
  pay_high: REQUESTS,
  ledger_differs: '/reconciliation',
  record_differs: '/audit',
  proxies_none_free: '/proxy',
  proxies_fail: '/proxy',
  templates_fail: '/message',
  templates_paused: '/message',
  version_refused: '/settings',
}
const nameOf = (alias: string): SQL => sql.raw(`trim(${alias}.firstname || ' ' || ${alias}.lastname)`)

/** Somebody else may decide about it now. Few people have these roles, and they are asked only where the viewer may not. */
const isAnothers = (viewer: InboxViewer, target: Target): SQL => sql`
  exists (
    select 1
    from users o
    where o.role in ('admin', 'dev', iif(${STAFF}, 'staff', 'dev'))
      and o.status = 'active'
      and o.id <> ${viewer.id}
      and not ${steers(sql`o.id`, target, viewer.now)}
  )
`
/** Not one's own, not what a second person has before them, and not what one steers unless everybody does (rules inbox-yours, decider-ties, decider-wait). */
const withdraws = (viewer: InboxViewer): SQL => {
  const { id, now } = viewer
  const target = { person: sql`w.user_id`, withdraw: sql`w.id` }
  return sql`
    select w.sort, w.id, ${nameOf('m')} as name, null as note, w.nominal as worth, w.since, w.user_id as who
    from (
      select *
      from (
        select id, user_id, nominal, 'withdraw_decide' as sort, created_at as since
        from withdraws
        where status = 'requested' and payout_id is null
        order by created_at
        limit ${LOOKED_AT}
      )
      union all
      select *
      from (
        select id, user_id, nominal, 'withdraw_transfer', decided_at
        from withdraws indexed by withdraws_to_transfer
        where status = 'accepted' and payment is null and payout_id is null
        order by decided_at
        limit ${LOOKED_AT}
      )
    ) w
    cross join users m on m.id = w.user_id
    where w.user_id <> ${id}
      and not (w.sort = 'withdraw_decide' and ${isPersonHeld(sql`w.user_id`)})
      and not exists (
        select 1 from approvals a where a.kind = 'withdraw' and a.subject = w.id and a.status = 'waiting'
      )
      and (not ${steers(sql`${id}`, target, now)} or not ${isAnothers(viewer, target)})
    order by w.since
    limit ${MOST}
  `
}

/** Who asked, who gets it, and whom the asker could act as, decide nothing about it (rule second-person). */
const approvals = ({ id, role, now }: InboxViewer): SQL => sql`
  select
    'approval_' || p.kind as sort, p.id, coalesce(${CAMPAIGN_NAME}, ${nameOf('m')}) as name, null as note,
    case when p.kind in ('bonus', 'withdraw', 'return') then p.amount end as worth,
    p.asked_at as since, p.beneficiary_id as who
  from approvals p
  left join users m on m.id = p.beneficiary_id
  where p.status = 'waiting'
    and ${role === 'staff' ? sql`p.kind in ('withdraw', 'return')` : sql`true`}
    and p.asked_by <> ${id}
    and p.beneficiary_id is not ${id}
    and ${tiedUntil(sql`p.asked_by`, sql`${id}`, now)} is null
  order by p.asked_at
  limit ${MOST}
`

/** Its second person is not who made it; nobody pays a batch that has a request of their own (rule payout-batch). */
const payouts = ({ id, now }: InboxViewer): SQL => sql`
  select b.sort, b.id, null as name, cast(b.number as text) as note, b.total as worth, b.since, null as who
  from (
    select
      *,
      case
        when needs_second = 1 and approved_by is null then 'payout_approve'
        when fetched_at is null then 'payout_fetch'
        else 'payout_result'
      end as sort,
      coalesce(fetched_at, approved_at, created_at) as since
    from (select * from payout_batches order by created_at desc limit ${LOOKED_AT})
    where status = 'frozen'
  ) b
  where (
      b.sort <> 'payout_approve'
      or b.created_by <> ${id} and ${tiedUntil(sql`b.created_by`, sql`${id}`, now)} is null
    )
    and (
      b.sort = 'payout_result'
      or not exists (
        select 1
        from payout_lines l
        join withdraws w on w.id = l.withdraw_id
        where l.batch_id = b.id and w.user_id = ${id}
      )
    )
  order by b.since
  limit ${MOST}
`

/** A hold waits until it is lifted; who is only listed, until somebody has lifted one at that score (rules fraud-list, withdraw-hold). */
const checks = ({ id }: InboxViewer): SQL => sql`
  select
    iif(k.held = 1, 'check_held', 'check_listed') as sort, k.user_id as id, ${nameOf('m')} as name, null as note,
    (select nullif(sum(w.nominal), 0) from withdraws w where w.user_id = k.user_id and +w.status = 'requested') as worth,
    coalesce(
      (select h.at from withdraw_holds h where h.user_id = k.user_id and h.lifted_at is null),
      (select min(unixepoch(s.day, '-7 hours')) * 1000 from fraud_scores s where s.user_id = k.user_id and s.score >= k.score)
    ) as since,
    k.user_id as who
  from (${LISTED}) k
  cross join users m on m.id = k.user_id
  where k.user_id <> ${id}
    and (
      k.held = 1
      or not exists (
        select 1
        from withdraw_holds h
        where h.user_id = k.user_id and h.lifted_at is not null and h.score >= k.score
      )
    )
  order by since
  limit ${MOST}
`

/** Whoever has seen its proof releases it (rule source-hold). */
const sources = (): SQL => sql`
  select 'source_held' as sort, name as id, name, null as note, null as worth, held_at as since, null as who
  from consent_sources
  where held_at is not null
  order by held_at
  limit ${MOST}
`

/** Somebody looks why it paused itself, and lets it go on or cancels it (rule campaign-stops). */
const campaigns = (): SQL => sql`
  select
    'campaign_stopped' as sort, cast(id as text) as id, name, null as note, null as worth, coalesce(why_at, judged_from) as since, null as who
  from campaigns indexed by campaigns_open
  where state in ('launching', 'running', 'paused') and state = 'paused' and why in ('fails', 'stops', 'disputes')
  order by since
  limit ${MOST}
`

const erasures = ({ now }: InboxViewer): SQL => sql`
  select 'data_request' as sort, cast(id as text) as id, null as name, null as note, null as worth, created_at as since, null as who
  from erasures
  where done_at is null and created_at < ${now - ERASURE_LATE_MS}
  order by id
  limit ${MOST}
`

/** Since when it does not send: the end of its last blast, or its beginning. @param more of the account k */
const stopped = (state: 'suspended' | 'restricted', more: SQL): SQL => sql`
  select
    ${sql.raw(`'${state}'`)} as sort, k.id,
    coalesce(k.nickname, k.pushname, '+' || k.phonenumber, k.id) || ' · ' || ${nameOf('m')} as name,
    cast(k.restricted_until as text) as note, null as worth,
    coalesce(unixepoch(k.last_run ->> 'endedAt') * 1000, k.created_at) as since,
    k.user_id as who
  from (
    select * from whatsapp where removed_at is null and state = ${sql.raw(`'${state}'`)} limit ${LOOKED_AT}
  ) k
  cross join users m on m.id = k.user_id
  where ${more}
  order by since
  limit ${MOST}
`

/** What has not lasted long enough to be told to anybody may be over by itself. */
const troubles = (): SQL => sql`
  select
    'trouble' as sort, cast(id as text) as id, kind as name, nullif(subject, '') as note,
    figures ->> 'rupiah' as worth, since, null as who
  from troubles
  where ended_at is null and told_at is not null
  order by since
  limit ${MOST}
`

const campaignShown = ({ id }: InboxRow): string => `/campaign/show?id=${id}`
const account = ({ id }: InboxRow): string => `/whatsapp?id=${encodeURIComponent(id)}`
export const KINDS: Record<InboxKind, Kind> = {
  trouble: {
    roles: ADMINS,
    weight: 6,
    place: '/status',
    link: ({ name }) => TROUBLE_PLACES[name as TroubleKind] ?? '/status',
    rows: troubles,
  },
  approval: { roles: PAYERS, weight: 2, place: APPROVALS, link: () => APPROVALS, rows: approvals },
  payout: {
    roles: PAYERS,
    weight: 2,
    place: PAYOUTS,
    link: ({ id }) => `${PAYOUTS}?id=${encodeURIComponent(id)}`,
    rows: payouts,
  },
  withdraw: {
    roles: PAYERS,
    weight: 1,
    place: REQUESTS,
    link: ({ who, sort }) =>
      `${REQUESTS}?user_id=${encodeURIComponent(who ?? '')}${sort === 'withdraw_transfer' ? '&status=accepted' : ''}`,
    rows: withdraws,
  },
  source: {
    roles: ADMINS,
    weight: 2,
    place: '/consent-source',
    link: ({ id }) => `/consent-source?search=${encodeURIComponent(id)}`,
    rows: sources,
  },
  campaign: { roles: ADMINS, weight: 2, place: '/campaign', link: campaignShown, rows: campaigns },
  data_request: { roles: ADMINS, weight: 2, place: '/data-request', link: () => '/data-request', rows: erasures },
  check: { roles: ADMINS, weight: 1, place: CHECKS, link: () => CHECKS, rows: checks },
  suspended: {
    roles: ADMINS,
    weight: 0.1,
    place: '/whatsapp?status=suspended',
    link: account,
    // nobody lifts a third one (rule suspension)
    rows: () => stopped('suspended', sql`k.suspended_count < ${SUSPENDED_MOST}`),
  },
  restricted: {
    roles: ADMINS,
    weight: 0.02,
    place: '/whatsapp?status=restricted',
    link: account,
    rows: () => stopped('restricted', sql`true`),
  },
}

/** The oldest INBOX_MAX and one more. */
export const rowsOf = (db: Db, kind: InboxKind, viewer: InboxViewer): Promise<InboxRow[]> =>
  db.all<InboxRow>(KINDS[kind].rows(viewer))
