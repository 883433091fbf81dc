// Claims recipients for an account and releases them. In one batch the people of a campaign are claimed (campaigns/claim-store.ts), or where it brings
// nobody those of the pool, and price, interval, window, caps and templates are answered.
import { type SQL, sql } from 'drizzle-orm'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { SkipReason } from '../../../contract/sending/one-off.ts'
import { isWeakIn, notWeak, WEAK } from '../../recipients/sources/grade-store.ts'
import { HELD, NOT_HELD } from '../../recipients/sources/hold-store.ts'
import { type Flag, SNOOZED } from '../../recipients/suppressions/flag-store.ts'
import { countClaimed, putOff, type Turn, withTurn } from '../campaigns/claim-store.ts'
import { valuesOf } from '../../recipients/fields/store.ts'
import { refusedTopics, takesOneOf } from '../../recipients/topics/store.ts'
import { sentTopics } from '../templates/topic-store.ts'
import { IS_RESTORING } from '../../ground/restoring/store.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { phoneNumbers } from '../../recipients/phone-numbers/table.ts'
import {
  type ClaimedFor,
  type RunRules,
  inLine,
  mayBeClaimed,
  topicsFor,
  selectRules,
  NOT_LINKED,
  restedSince,
  thereBefore,
  toRules,
} from './run-rules-store.ts'

export type { RunRules } from './run-rules-store.ts'
export type { BlastTemplate } from '../templates/blast-template-store.ts'
export type { CampaignRules } from '../campaigns/claim-store.ts'
export type ClaimedNumber = Row<typeof phoneNumbers, 'id' | 'number' | 'name'> & {
  /** Topics that they refused; absent: none. */
  off?: readonly string[]
  /** The campaign that they were claimed for; absent: none. */
  campaign?: number
  /** Values of the fields of recipients (rule recipient-fields); absent: none. */
  fields?: Readonly<Record<string, string>>
}
type ClaimedRow = Row<typeof phoneNumbers, 'id' | 'number' | 'name'> & {
  off: string
  campaign?: number | null
  fields: string | null
}
const claimedOf = ({ off, campaign = null, fields, ...row }: ClaimedRow): ClaimedNumber => ({
  ...row,
  ...(campaign === null ? {} : { campaign }),
  ...(off === '[]' ? {} : { off: JSON.parse(off) as string[] }),
  ...(fields === null ? {} : { fields: JSON.parse(fields) as Record<string, string> }),
})
/** What a flag is told as. Rows of a source, and of what makes a consent too little, are marked within minutes only. */
const flaggedOf = (now: number): Readonly<Record<Exclude<Flag, 0>, SQL>> => ({
  1: sql`when p.suppressed = 1 then 'suppressed'`,
  [SNOOZED]: sql`when p.suppressed = ${SNOOZED} then 'snoozed'`,
  [HELD]: sql`when p.suppressed = ${HELD} or not ${NOT_HELD} then 'held'`,
  [WEAK]: sql`when p.consent_at is not null and (p.suppressed = ${WEAK} or ${isWeakIn('p', sql`${now}`)}) then 'weak'`,
})
/** Why each of these numbers cannot be claimed; the first match wins. */
type RefusedNumber = Row<typeof phoneNumbers, 'number'> & { reason: SkipReason }
const whyRefused = (
  db: Db,
  request: ClaimedFor & { accountId: string; runStartedAt: number; among: readonly string[] },
) =>
  db.all<RefusedNumber>(sql`
    select value as number,
      case
        when p.id is null then 'unknown'
        ${sql.join(Object.values(flaggedOf(request.now)), sql` `)}
        when p.consent_at is null then 'no_consent'
        when p.status <> 'active' then 'nonactive'
        when not ${NOT_LINKED} then 'own_account'
        when not ${takesOneOf(topicsFor(request))} then 'topic'
        when p.in_use = 1 and p.in_use_by = ${request.accountId} then 'cooldown'
        when p.in_use = 1 then 'in_use'
        else 'cooldown'
      end as reason
    from json_each(${JSON.stringify(request.among)})
    left join phone_numbers p on p.number = value
    where p.id is null
      or not (${mayBeClaimed(request)} and p.last_attempt_at <= ${restedSince(request)} and ${NOT_LINKED})
  `)
/** Which of these numbers this account cannot claim now, and why. */
export const refusedNumbers = (
  db: Db,
  request: ClaimedFor & { accountId: string; among: readonly string[] },
): Promise<RefusedNumber[]> => whyRefused(db, { ...request, runStartedAt: request.now })

/** Of phone_numbers as p: whom a claim may take now. */
export const claimableNow = (
  request: ClaimedFor & { runStartedAt: number; notSince?: number | null },
  among: readonly string[] | null,
): SQL => sql`
  ${mayBeClaimed(request)}
    and p.last_attempt_at <= ${restedSince(request)}
    and ${thereBefore(request)}
    and ${among ? sql`p.number in (select value from json_each(${JSON.stringify(among)}))` : sql`true`}
    and ${NOT_LINKED}
`
/** Numbers that a blast which starts now could claim, counted up to `most`. */
export const countClaimable = async (db: Db, now: number, most: number): Promise<number> => {
  const found = claimableNow({ now, runStartedAt: now }, null)
  const [row] = await db.all<{ n: number }>(sql`select count(*) as n from (${inLine({ now }, found, most)})`)
  return row?.n ?? 0
}
/** Whom a one-off blast that starts now would reach, by the claim's own condition. */
export type Reach = {
  /** Counted up to REACH_MAX. */
  count: number
  first: ClaimedNumber[]
  refused: RefusedNumber[]
  rules: RunRules
}
/** Claims nothing. One D1 call. */
export const previewReach = async (
  db: Db,
  request: ClaimedFor & { accountId: string; userId: string; among: readonly string[] | null; samples: number },
): Promise<Reach> => {
  const asked = { ...request, runStartedAt: request.now, count: request.among === null }
  const found = claimableNow(asked, request.among)
  const {
    count = [],
    first,
    about,
    refused = [],
  } = await runNamed(db, {
    // of "All" the rules say it
    count: request.among && db.all<{ n: number }>(sql`select count(*) as n from phone_numbers p where ${found}`),
    first: db.all<ClaimedRow>(sql`
      select p.id, p.number, p.name, '[]' as off, ${valuesOf(sql`p.id`)} as fields from phone_numbers p where ${found} order by p.last_attempt_at, p.id limit ${request.samples}
    `),
    about: selectRules(db, asked),
    refused: request.among && whyRefused(db, { ...asked, among: request.among }),
  })
  const [row] = about
  if (!row) throw new Error('no rules came')
  return {
    count: row.claimable ?? count[0]?.n ?? 0,
    first: first.map(claimedOf),
    refused,
    rules: toRules(row, request.now),
  }
}

/** A person who was stopped in this very moment gets no number more (rule person-paused), and nobody while the database is restored. */
const mayWork = (userId: string): SQL => sql`
  (select u.status from users u where u.id = ${userId}) = 'active' and not ${IS_RESTORING}
`

/**
 * Claims up to `want` numbers for the account, of the pool never-tried first, then oldest attempt first, and answers the rules and
 * templates the run needs. want 0 only answers these. One D1 call.
 * @throws Refusal misconfigured while the database is restored (rule restore-gate)
 */
export const claimNumbers = async (
  db: Db,
  request: {
    accountId: string
    userId: string
    want: number
    now: number
    runStartedAt: number
    count: boolean
    /** The claim's own number, larger than that of any claim before. */
    claim: number
    /** Only these numbers; null: any, in the order of the list. */
    among?: readonly string[] | null
    /** Of a one-off blast; null: words of one's own, absent: the templates. */
    templateId?: string | null
    /** First releases what earlier claims took and the account does not need; null: every claim is accounted for. */
    giveBack?: { upTo: number; keep: readonly number[] } | null
    /** Marks the account's row as sending before the switch is read, under this version of the row; null: it is marked. */
    announce?: number | null
    /** Nobody who got any message since (epoch ms): a one-off blast that goes on reaches nobody twice. null: no such bound. */
    notSince?: number | null
    /** Campaigns' people come first (rule campaign-claim). */
    campaigns?: boolean
    /** But not those of these, which had nobody for this account lately. */
    passOver?: readonly number[]
  },
): Promise<{
  numbers: ClaimedNumber[]
  refused: RefusedNumber[]
  rules: RunRules
  /** The campaign whose turn it was, and which has nobody for this account at present; null: none. */
  passOver: number | null
}> => {
  const among = request.among ?? null
  const campaigns = request.campaigns === true && request.want > 0
  const mayClaim = (what: typeof request): SQL => sql`${claimableNow(what, among)} and ${mayWork(request.userId)}`
  const room = campaigns
    ? sql`iif(exists (select 1 from first) or not ${sendsTemplates(request.userId)}, 0, ${request.want})`
    : request.want
  const chosen = sql`
    select p.id from phone_numbers p where ${mayClaim(request)} order by p.last_attempt_at, p.id limit ${room}
  `
  // in the order of the index phone_numbers_claim: only the rows that are taken are read
  const pool = sql`select id from (${among ? chosen : inLine(request, mayClaim(request), room)})`
  const claim = db.all<ClaimedRow>(sql`
    ${
      // whom a campaign wants is asked by its own templates, and not by those of the standing blast
      campaigns ? withTurn(request, mayClaim({ ...request, templateId: null })) : sql``
    }
    update phone_numbers
    set
      in_use = 1, in_use_by = ${request.accountId}, in_use_claim = ${request.claim},
      in_use_campaign = ${campaigns ? sql`iif(exists (select 1 from first), (select id from turn), null)` : sql`null`}
    where id in (${campaigns ? sql`select id from first union all ${pool}` : pool})
    returning
      id, number, name, ${refusedTopics(sql`phone_numbers.number`)} as off, ${valuesOf(sql`phone_numbers.id`)} as fields,
      in_use_campaign as campaign
  `)
  // One transaction, in this order: what is given back can be claimed again at once; refusals are asked before the claim,
  // or the numbers that it takes would be refused as held.
  const answers = await runNamed(db, {
    announced: request.announce == null ? null : announceStatement(db, request.accountId, request.announce),
    givenBack: request.giveBack ? giveBackStatement(db, { accountId: request.accountId, ...request.giveBack }) : null,
    refused: among && whyRefused(db, { ...request, among }),
    numbers: claim,
    counted: campaigns ? countClaimed(db, request) : null,
    about: selectRules(db, { ...request, claim: campaigns ? request.claim : null }),
  })
  const {
    refused = [],
    about: [row],
  } = answers
  if (row?.restoring === 1) throw new Refusal('misconfigured', { cause: new Error('the database is being restored') })
  if (!row) throw new Error('no rules came')
  const numbers = answers.numbers.map(claimedOf)
  const rules = toRules(row, request.now)
  // The count ran after the claim, which had taken these numbers out of it.
  if (rules.claimable !== null) rules.claimable += numbers.length
  // nobody of those whose turn it is can be sent to now: the next claim looks at others
  const stuck = row.stuck === null ? null : (JSON.parse(row.stuck) as Turn)
  const isNobodyThere =
    stuck !== null &&
    (await putOff(db, {
      ...stuck,
      userId: request.userId,
      now: request.now,
      cooldownMs: rules.cooldownMs,
      // whether this account's owner may send says nothing of these people
      may: claimableNow({ ...request, templateId: null }, null),
    }))
  return { numbers, refused, rules, passOver: isNobodyThere ? stuck.campaign : null }
}

/** Without a template of the standing blast only campaigns have people for this account. */
const sendsTemplates = (userId: string): SQL => sql`exists (${sentTopics(userId)})`

/** A row that was written later (a larger version) is left alone; its own writer makes it right. */
const announceStatement = (db: Db, accountId: string, version: number) =>
  db.run(sql`
    update whatsapp
    set status = 'sending', version = ${version}
    where id = ${accountId} and status <> 'sending' and version <= ${version}
  `)

type GiveBack = { accountId: string; upTo: number; keep: readonly number[] }
const giveBackStatement = (db: Db, { accountId, upTo, keep }: GiveBack) =>
  db.all<Row<typeof phoneNumbers, 'number'>>(sql`
    update phone_numbers
    set in_use = 0, in_use_by = null, in_use_campaign = null, in_use_claim = 0
    where in_use = 1
      and in_use_by = ${accountId}
      and in_use_claim <= ${upTo}
      and id not in (select value from json_each(${JSON.stringify(keep)}))
    returning number
  `)
/**
 * Gives back every number that the account's claims up to this one took, except those to keep. Should the statement run
 * late, after its caller gave up on it, later claims are untouched: a number in a buffer is never free for others.
 */
export const giveBackNumbers = (db: Db, what: GiveBack): Promise<Row<typeof phoneNumbers, 'number'>[]> =>
  giveBackStatement(db, what)

/**
 * Suppression, status, consent and the message's topic only: cooldown and claims do not matter to a repair of a message that was sent.
 * @param templateId of that message; null: it had none
 */
export const mayBeWrittenTo = async (
  db: Db,
  { number, templateId, now }: { number: string; templateId: string | null; now: number },
): Promise<boolean> => {
  const rows = await db.all(sql`
    select 1
    from phone_numbers p
    where number = ${number} and status = 'active' and suppressed = 0 and consent_at is not null and ${NOT_HELD}
      and ${notWeak(now)} and ${takesOneOf(topicsFor({ now, templateId }))} and not ${IS_RESTORING}
  `)
  return rows.length > 0
}
