// Conditions of a segment as SQL, for a statement with phone_numbers as p. Each is 0 or 1 and never null, so that `not` means everybody else.
import { type SQL, sql } from 'drizzle-orm'
import { bitOf, type Came } from '../../../contract/ground/came.ts'
import { GRADES } from '../../../contract/ground/consent-grades.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { type Condition, type Group, isGroup } from '../../../contract/recipients/segments.ts'
import { matchOf } from '../../ground/db/page-rules.ts'
import { numberBegins, sendable } from '../phone-numbers/list-store.ts'
import { gradeIn } from '../sources/grade-store.ts'
import { hasTag } from '../tags/store.ts'

/** Whom a statement looks at: so many recipients, by their id, after this one. */
export type Looked = { now: number; after: number; rows: number }
/**
 * Stands in the text, where a value that is bound counts towards the hundred that D1 takes of a statement: a condition may bind two.
 * @throws of what is no whole number
 */
const whole = (value: number): SQL => sql.raw(BigInt(value).toString())
const named = (words: string): SQL => {
  const match = matchOf(words)
  return match === null ? sql`false` : sql`p.id in (select rowid from phone_names where phone_names match ${match})`
}
/** @param column epoch ms; 0 or null: never */
const inDays = (column: SQL, when: 'before' | 'within', days: number, now: number): SQL => {
  const since = now - days * DAY_MS
  return when === 'within' ? sql`${column} >= ${since}` : sql`(${column} > 0 and ${column} < ${since})`
}
/** Places of `campaign_people` (rule campaign-waves): to be sent to, held by an account, sent, failed, and not certain. */
const [WAITS, HELD, SENT, FAILED, UNKNOWN] = [whole(0), whole(1), whole(2), whole(3), whole(4)]
const ofCampaign = ({ campaign: asked, was }: Extract<Condition, { is: 'campaign' }>): SQL => {
  const campaign = whole(asked)
  const theirs = (place: SQL): SQL =>
    sql`(select ${place} from campaign_people w where w.campaign_id = ${campaign} and w.number_id = p.id)`
  // what came of their message (rule campaign-came)
  const did = (what: Came): SQL => sql`coalesce(${theirs(sql`w.came & ${whole(bitOf(what))} <> 0`)}, 0)`
  const didNot = (what: Came): SQL =>
    sql`coalesce(${theirs(sql`w.state = ${SENT} and w.came & ${whole(bitOf(what))} = 0`)}, 0)`
  if (was === 'read' || was === 'answered') return did(was)
  if (was === 'unread') return didNot('read')
  if (was === 'unanswered') return didNot('answered')
  const place = sql`coalesce(${theirs(sql`w.state`)}, -1)`
  if (was === 'sent') return sql`${place} in (${HELD}, ${SENT}, ${UNKNOWN})`
  // who waits in one that has not ended may get it yet
  const hasEnded = sql`exists (select 1 from campaigns c where c.id = ${campaign} and c.ended_at is not null)`
  return sql`(${place} = ${FAILED} or (${place} = ${WAITS} and ${hasEnded}))`
}
/**
 * Somebody's messages of all campaigns (rule campaign-came). A look at each campaign for each person would be thousands of looks a person; so the rows of
 * the step's own ids are read, campaign by campaign, once a statement. Rows outlive the days that are asked (CAMPAIGN_KNOWN_DAYS).
 */
const ofCame = ({ came, days }: Extract<Condition, { is: 'came' }>, { now, after, rows }: Looked): SQL => {
  const since = whole(now - days * DAY_MS)
  return sql`
    (
      p.id in (
        select w.number_id
        from campaigns c
        cross join campaign_people w on w.campaign_id = c.id
          and w.number_id > ${whole(after)}
          and w.number_id <= (
            select max(id) from (select id from phone_numbers where id > ${whole(after)} order by id limit ${whole(rows)})
          )
        where coalesce(c.ended_at, ${whole(now)}) >= ${since} and w.at >= ${since} and w.came & ${whole(bitOf(came))} <> 0
      )
    )
  `
}
/** What is kept of their source says that they agreed to it. */
const agreedTo = (topic: string): SQL => sql`
  (
    p.consent_at is not null
    and coalesce(p.consent_source, '') in (select s.name from consent_sources s where s.topic = ${topic})
  )
`
const ofField = ({ field, how, value }: Extract<Condition, { is: 'field' }>): SQL => {
  const kept = sql`coalesce((select f.fields ->> ${`$.${field}`} from phone_fields f where f.number_id = p.id), '')`
  switch (how) {
    case 'is':
      return sql`(${kept} = ${value} collate nocase)`
    case 'not':
      return sql`(${kept} <> ${value} collate nocase)`
    case 'begins':
      return sql`(substr(${kept}, 1, ${whole([...value].length)}) = ${value} collate nocase)`
    case 'none':
      return sql`(${kept} = '')`
  }
}
const conditionSql = (one: Condition, looked: Looked): SQL => {
  const { now } = looked
  switch (one.is) {
    case 'tag':
      return hasTag(one.tag)
    case 'field':
      return ofField(one)
    case 'source':
      return sql`p.consent_source is ${one.source}`
    case 'grade':
      return sql`(p.consent_at is not null and ${gradeIn('p')} is ${GRADES[one.grade]})`
    case 'agreed':
      return inDays(sql`coalesce(p.consent_at, 0)`, one.when, one.days, now)
    case 'consent':
      return sql`p.consent_at is not null`
    case 'number':
      return sql`(${numberBegins(one.prefix)})`
    case 'name':
      return named(one.words)
    case 'written':
      return inDays(sql`p.last_attempt_at`, one.when, one.days, now)
    case 'never_written':
      return sql`p.last_attempt_at = 0`
    case 'sent':
      return one.at === 'least' ? sql`p.count_success >= ${one.times}` : sql`p.count_success <= ${one.times}`
    case 'campaign':
      return ofCampaign(one)
    case 'came':
      return ofCame(one, looked)
    case 'agreed_topic':
      return agreedTo(one.topic)
    case 'refuses':
      return sql`exists (select 1 from topic_refusals v where v.number = p.number and v.topic = ${one.topic})`
    case 'active':
      return sql`p.status = 'active'`
    case 'stopped':
      return sql`p.suppressed = 1`
    case 'sendable':
      return sql`coalesce((${sendable(now)}), 0)`
  }
}
/** By halves: SQLite goes down a step for each part of a chain, and a hundred steps at most. */
const joinedBy = (join: Group['join'], parts: readonly SQL[]): SQL => {
  const [first = sql`true`, ...others] = parts
  if (others.length === 0) return first
  const half = parts.length >> 1
  const [left, right] = [joinedBy(join, parts.slice(0, half)), joinedBy(join, parts.slice(half))]
  return join === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`
}
export const ruleSql = (rule: Condition | Group, looked: Looked): SQL => {
  if (!isGroup(rule)) return conditionSql(rule, looked)
  const parts = rule.of.map((one) => ruleSql(one, looked))
  const joined = joinedBy(rule.join, parts)
  return rule.not ? sql`not (${joined})` : joined
}
