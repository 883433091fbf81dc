// What waits for a second person, in SQL (rule second-person).
import { type SQL, sql } from 'drizzle-orm'
import type { Rupiah } from '../../../contract/ground/money.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { allOf, type Days, inDays } from '../../ground/db/list-store.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import { worksHere } from '../users/status-store.ts'
import { matching } from '../users/store.ts'
import type { approvals } from './table.ts'
import { lastChangeOf } from '../bank-details/changes-store.ts'
import { sharesNetwork, steers, type Target } from '../ties/store.ts'
import { hasWaited, paysOut } from '../ties/waits-store.ts'
import { tiedUntil } from '../ties/tied-store.ts'

type Stored = Row<typeof approvals>
/** Names; null: nobody has, or the person is not there any more. */
export type ApprovalRow = Stored & {
  asker: string | null
  beneficiary: string | null
  decider: string | null
  /** Of who gets it, or of their request; null: no single person does. */
  account_bank: string | null
  account_number: string | null
  account_name: string | null
  /** Epoch ms until which the person who looks may not decide, because one person could act as them and as the asker; null: they may. */
  tied_until: number | null
  /** Who asked is active, and could ask it now. */
  asker_works: 0 | 1
  /** Of a lift: the number that had stopped; null: it is gone, or nobody knows it. */
  stopped: string | null
  /** Whose price it is; null: it is about something else. */
  campaign: string | null
  /** Campaign, level or person that it is about. */
  is_there: 0 | 1
  bank_change: string | null
  same_network: 0 | 1
}
/** Who looks, and when. */
export type Viewer = { id: string; now: number }
export type NewApproval = Pick<Stored, 'id' | 'kind' | 'subject' | 'beneficiary_id' | 'amount'> & {
  /** What will be written once it is approved. */
  payload: unknown
  by: string
  now: number
}

/** For a batch. @param condition fails it where it does not hold */
export const insertApproval = (db: Db, a: NewApproval, condition?: SQL): Statement[] => [
  ...(condition ? [refuseUnless(db, 'question_moved', condition)] : []),
  db.run(sql`
    insert into approvals (id, kind, subject, beneficiary_id, amount, payload, asked_by, asked_at, status)
    values (
      ${a.id}, ${a.kind}, ${a.subject}, ${a.beneficiary_id}, ${a.amount}, ${JSON.stringify(a.payload)}, ${a.by},
      ${a.now}, 'waiting'
    )
  `),
]

/** No wait of theirs about the request lets them decide (rule decider-wait). */
const steersHere = (by: SQL, target: Required<Target>, now: number): SQL => sql`
  (${steers(by, target, now)} and not (approvals.kind = 'withdraw' and ${hasWaited(by, target.withdraw, now)}))
`
/** Of an approval: nobody who decides about it steers the money, nor does who asked for it (rule decider-ties). */
const isSteered = (by: string, now: number): SQL => {
  const target = { person: sql`approvals.beneficiary_id`, withdraw: sql`approvals.subject` }
  return sql`
    approvals.beneficiary_id is not null
      and (${steersHere(sql`${by}`, target, now)} or ${steersHere(sql`approvals.asked_by`, target, now)})
  `
}
/** Of users and approvals by these names: they work here, and may ask about this now, staff about withdraws alone (rule asker-stopped). */
const couldAsk = (user: string, approval: string): SQL => sql`
  iif(
    ${sql.raw(approval)}.kind in ('withdraw', 'return'),
    ${paysOut(user)},
    ${worksHere(user)} and ${sql.raw(user)}.role <> 'staff'
  )
`
/** For a batch: fails it where this is not so of the approval any more. */
const refuseMoved = (db: Db, id: string, condition: SQL): Statement =>
  refuseUnless(db, 'approval_moved', condition, sql`from approvals where id = ${id}`)
/**
 * For the batch that does what was asked for. Fails it unless the approval waits and somebody else decides, who gets nothing from it
 * and whom the asker cannot act as. Neither of them may steer the money, and who asked could ask it now. So an approval acts once at most, no matter who else decides at the same moment.
 */
export const approveStatements = (db: Db, id: string, by: string, now: number): Statement[] => [
  refuseMoved(
    db,
    id,
    sql`
      status = 'waiting'
        and asked_by <> ${by}
        and beneficiary_id is not ${by}
        and ${tiedUntil(sql`approvals.asked_by`, sql`${by}`, now)} is null
        and not (${isSteered(by, now)})
        and exists (select 1 from users t where t.id = approvals.asked_by and ${couldAsk('t', 'approvals')})
    `,
  ),
  db.run(sql`
    update approvals
    set status = 'approved', decided_by = ${by}, decided_at = ${now}
    where id = ${id}
  `),
]
/** For a batch: fails it unless the approval waits, and of another's unless this one may decide it. */
export const refuseStatements = (
  db: Db,
  id: string,
  { by, reason, now }: { by: string; reason: string | null; now: number },
): Statement[] => [
  refuseMoved(
    db,
    id,
    sql`
      status = 'waiting'
        and beneficiary_id is not ${by}
        and (asked_by = ${by} or ${tiedUntil(sql`approvals.asked_by`, sql`${by}`, now)} is null)
    `,
  ),
  db.run(sql`
    update approvals
    set status = 'refused', decided_by = ${by}, decided_at = ${now}, reason = ${reason}
    where id = ${id}
  `),
]
/** For a batch in which what was asked for came to nothing otherwise: the person who waits, waits no longer. */
export const dropWaiting = (
  db: Db,
  kind: Stored['kind'],
  subject: string,
  { by, reason = null, now }: { by: string | null; reason?: string | null; now: number },
): Statement =>
  db.run(sql`
    update approvals
    set status = 'refused', decided_by = ${by}, decided_at = ${now}, reason = ${reason}
    where kind = ${kind} and subject = ${subject} and status = 'waiting'
  `)
/** Ids of those who asked about this and wait, but this person. @param but null: but nobody */
export const waitingAskers = (kind: Stored['kind'], subject: string, but: string | null): SQL => sql`
  select asked_by
  from approvals
  where kind = ${kind} and subject = ${subject} and status = 'waiting' and asked_by is not ${but}
`
export const waitingAmount = (kind: Stored['kind'], subject: string): SQL => sql`
  select amount from approvals where kind = ${kind} and subject = ${subject} and status = 'waiting'
`

/** Of approvals as p: the campaign, as it is called now, or was when somebody asked. */
export const CAMPAIGN_NAME = sql`
  case
    when p.kind = 'price' and p.beneficiary_id is null then coalesce(
      (select c.name from campaigns c where c.id = cast(p.subject as integer)),
      p.payload ->> '$.campaign.name'
    )
  end
`
const viewOf = ({ id, now }: Viewer): SQL => sql`
  select
    p.*,
    case
      when p.status = 'waiting' and p.asked_by <> ${id} then ${tiedUntil(sql`p.asked_by`, sql`${id}`, now)}
    end as tied_until,
    case
      when p.kind = 'lift' then (
        select number
        from consent_history h
        where h.hash = p.payload ->> 'hash' and number is not null
        order by h.id desc
        limit 1
      )
    end as stopped,
    ${CAMPAIGN_NAME} as campaign,
    case
      when p.kind = 'level' then exists (select 1 from levels l where l.id = p.subject)
      when p.kind = 'price' and p.beneficiary_id is null
      then exists (select 1 from campaigns c where c.id = cast(p.subject as integer))
      else p.beneficiary_id is null or b.id is not null
    end as is_there,
    coalesce(w.account_bank, b.account_bank) as account_bank,
    coalesce(w.account_number, b.account_number) as account_number,
    coalesce(w.account_name, b.account_name) as account_name,
    ${lastChangeOf(sql`p.beneficiary_id`)} as bank_change,
    p.status = 'waiting' and ${sharesNetwork(sql`${id}`, sql`p.beneficiary_id`, now)} as same_network,
    ${couldAsk('a', 'p')} as asker_works,
    trim(a.firstname || ' ' || a.lastname) as asker,
    trim(b.firstname || ' ' || b.lastname) as beneficiary,
    trim(d.firstname || ' ' || d.lastname) as decider
  from approvals p
  left join users a on a.id = p.asked_by
  left join users b on b.id = p.beneficiary_id
  left join users d on d.id = p.decided_by
  left join withdraws w on w.id = p.subject and p.kind in ('withdraw', 'return')
`
export const approvalById = async (db: Db, id: string, viewer: Viewer): Promise<ApprovalRow | null> =>
  (await db.all<ApprovalRow>(sql`${viewOf(viewer)} where p.id = ${id}`))[0] ?? null
/** What waits about this thing; null: nothing does. */
export const waitingAbout = async (
  db: Db,
  kind: Stored['kind'],
  subject: string,
  viewer: Viewer,
): Promise<ApprovalRow | null> =>
  (
    await db.all<ApprovalRow>(sql`
      ${viewOf(viewer)}
      where p.kind = ${kind} and p.subject = ${subject} and p.status = 'waiting'
    `)
  )[0] ?? null

/** The most that was approved about this thing, of what was asked since then (rule campaign-price); 0: nothing was. */
export const mostApproved = async (db: Db, kind: Stored['kind'], subject: string, since: number): Promise<Rupiah> => {
  const [row] = await db.all<{ most: Rupiah }>(sql`
    select coalesce(max(amount), 0) as most
    from approvals
    where status = 'approved' and asked_at >= ${since} and kind = ${kind} and subject = ${subject}
  `)
  return row?.most ?? 0
}

type Asked = Page &
  Days & {
    status: Stored['status']
    withdrawsOnly: boolean
    /** Of the name, the email or the id of who gets it, or of who asked. */
    search?: string | undefined
  }
/** Newest first. */
export const approvalPage = async (
  db: Db,
  page: Asked,
  viewer: Viewer,
): Promise<{ rows: ApprovalRow[]; total: number }> => {
  const parts = [sql`p.status = ${page.status}`, ...inDays(page, 'p.asked_at')]
  if (page.withdrawsOnly) parts.push(sql`p.kind in ('withdraw', 'return')`)
  if (page.search) {
    const people = sql`(select id from users where ${matching(page.search)})`
    parts.push(sql`(p.beneficiary_id in ${people} or p.asked_by in ${people})`)
  }
  const where = allOf(parts)
  const [rows, [count]] = await Promise.all([
    db.all<ApprovalRow>(sql`
      ${viewOf(viewer)}
      where ${where}
      order by p.asked_at desc, p.id desc
      limit ${page.limit} offset ${offsetOf(page)}
    `),
    db.all<{ total: number }>(sql`select count(*) as total from approvals p where ${where}`),
  ])
  return { rows, total: count?.total ?? 0 }
}
const ALONE_AFTER_MS = 7 * DAY_MS
/**
 * Nobody else is an admin or dev who may sign in, nor was one in the last seven days: anyone who takes the others' roles away or closes
 * them is not alone by that.
 */
export const isAlone = async (db: Db, id: string, now: number): Promise<boolean> => {
  const since = now - ALONE_AFTER_MS
  const rows = await db.all(sql`
    select id
    from users
    where role in ('admin', 'dev') and id <> ${id} and (status <> 'closed' or status_at > ${since})
    union all
    select target
    from audit_log
    where at > ${since}
      and action = 'user.update'
      and target <> ${id}
      and before ->> 'role' in ('admin', 'dev')
    limit 1
  `)
  return rows.length === 0
}
