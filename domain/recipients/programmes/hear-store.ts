// What a keyword does to its author, all in one transaction: they agreed, whatever they had said before, and it is on record (rule opt-in-message).
import { type SQL, sql } from 'drizzle-orm'
import { type Grade, GRADES } from '../../../contract/ground/consent-grades.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { anyOf, type Row } from '../../ground/db/rows.ts'
import { counted } from '../phone-numbers/store.ts'
import { isWeakGrade } from '../sources/grade-store.ts'
import { flagNow } from '../suppressions/flag-store.ts'
import type { Hashes } from '../suppressions/hash.ts'
import { hasLid } from '../suppressions/lids-store.ts'
import { recallNumber } from '../suppressions/memory-store.ts'
import { keepLeft } from '../suppressions/range-store.ts'
import { endSnooze } from '../suppressions/snooze-store.ts'
import type { Form } from './form-code.ts'
import { isOver, type Programme } from './store.ts'
import type { programmeOptIns } from './table.ts'

type Author = {
  number: string
  /** Of the number, under every key. */
  hashes: Hashes
  /** Of the LID, as far as it is known. */
  lidHashes: readonly string[]
}
export type Heard = Author & {
  messageId: string
  accountId: string
  /** When it was written, epoch ms. */
  at: number
  /** over: behind the keyword is the code of a form that does not count; absent: there is none. */
  form?: Form | 'over' | undefined
}
/** As its author is told: a form by somebody who has agreed on the same day is as good as the first. */
export type Outcome = Exclude<Row<typeof programmeOptIns>['outcome'], 'again'>
const TOLD = sql`iif(outcome = 'again', 'granted', outcome)`
/** The words that recipients have as their source of consent. */
export const sourceOf = ({ title, keyword }: Pick<Programme, 'title' | 'keyword'>): string => `${title}: ${keyword}`

/** LIDs by which D1 knows them, each as the first part of its hash. */
const lidsOf = ({ number, hashes }: Author): SQL => sql`
  (
    select lid_hash as lid from phone_numbers where number = ${number} and lid_hash is not null
    union all
    select lid_hash from recipient_memory where hash in ${anyOf(hashes)} and lid_hash is not null
  ) k
`
const hashesOf = ({ hashes, lidHashes }: Author): SQL => anyOf([...hashes, ...lidHashes])
/** Their stops; one by a LID alone would suppress the number again with its next message. */
const stopsOf = (said: Author): SQL => sql`
  select id from suppressions where hash in ${hashesOf(said)} or number = ${said.number}
  union all
  select l.id
  from ${lidsOf(said)}
  cross join suppressions l on ${hasLid(sql`l.hash`, sql`k.lid`)}
`
/** Whether they stopped or were erased after they wrote this. A suppression tells the first stop alone, its history every one (rule lift). */
const hasSaidSince = (said: Heard): SQL => {
  const ends = sql`h.event in ('opt_out', 'erased') and h.at >= ${said.at}`
  return sql`(
    exists (select 1 from consent_history h where h.hash in ${hashesOf(said)} and ${ends})
    or exists (
      select 1
      from ${lidsOf(said)}
      cross join consent_history h on ${hasLid(sql`h.hash`, sql`k.lid`)}
      where ${ends}
    )
  )`
}

/**
 * The same message again changes nothing, and within a day one of the same person to the same programme neither, unless their consent has gone
 * meanwhile or it is surer. A form is on record all the same: it is its sender's. One that was written before its author stopped asks for nothing,
 * and none counts while they are being erased.
 * @returns null: nothing was recorded, now or before; else whether its author is answered
 */
export const hearKeyword = async (
  db: Db,
  programme: Programme,
  said: Heard,
  now: number,
): Promise<{ outcome: Outcome; answers: 0 | 1 } | null> => {
  const { number, hashes, accountId, messageId, at } = said
  const theirs = anyOf(hashes)
  const source = sourceOf(programme)
  const form = said.form === 'over' ? undefined : said.form
  const grade: Grade = form ? 'form' : 'message'
  const isRecent = sql`hash in ${theirs} and at > ${at - DAY_MS}`
  const toIt = sql`programme_id = ${programme.id}`
  const theirStop = sql`id in (${stopsOf(said)})`
  const stopped = sql`(select 1 from suppressions where ${theirStop})`
  // the keyword that they write themselves is surer than the form that they sent before; what was taken from them since is given anew
  const stands = sql`
    not exists ${stopped}
    and exists (
      select 1
      from programme_opt_ins
      where ${isRecent} and ${toIt} and outcome = 'granted' and ${form ? sql`true` : sql`form is null`}
    )
    and exists (
      select 1 from phone_numbers where number = ${number} and consent_at is not null and consent_grade >= ${GRADES[grade]}
    )
  `
  const code = form?.code ?? null
  // a form is of who sends it first: nobody else is known to have read it
  const outcome = sql`
    case
      when ${isOver(programme, at)} then 'ended'
      when ${said.form === 'over'} then 'form_over'
      -- nobody would be sent anything by it, and whose message suffices would lose that
      when ${form !== undefined} and ${isWeakGrade('form')} then 'form_over'
      when exists (select 1 from programme_opt_ins where form = ${code} and outcome in ('granted', 'again') and hash not in ${theirs})
        then 'form_over'
      when ${stands} then 'again'
      else 'granted'
    end
  `
  const isKept = sql`
    case o.outcome
      when 'granted' then true
      when 'again' then ${code} is not null and not exists (select 1 from programme_opt_ins where form = ${code})
      else exists ${stopped} or not exists (select 1 from programme_opt_ins p where ${isRecent} and ${toIt} and p.outcome = o.outcome)
    end
  `
  const mine = sql`select 1 from programme_opt_ins where message_id = ${messageId} and heard_at = ${now}`
  // Nothing below happens again where the answer to this batch is lost and it is repeated.
  const granted = sql`exists (${mine} and outcome = 'granted')`
  const event = (name: string, words: string, more = sql`true`) =>
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select ${hashes[0]}, ${number}, ${name}, ${words}, ${accountId}, ${now}
      where ${granted} and ${more}
    `)
  const change = {
    restarted: event('opt_in', messageId, sql`exists ${stopped}`),
    lifted: event('lifted', source, sql`exists ${stopped}`),
    // each that goes has its own, by which the proof of the record finds that it was lifted
    others: db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select hash, null, 'lifted', ${source}, ${accountId}, ${now}
      from suppressions
      where hash <> ${hashes[0]} and ${theirStop} and ${granted}
    `),
    free: db.run(sql`delete from suppressions where ${theirStop} and ${granted}`),
    awake: endSnooze(db, number, at, granted),
    row: db.run(sql`
      insert into phone_numbers (
        number, name, status, suppressed, consent_source, consent_at, consent_by, created_at, consent_grade
      )
      select
        ${number}, '', 'active', ${flagNow(sql`${number}`, { source: sql`${source}`, weak: isWeakGrade(grade) }, now)},
        ${source}, ${at}, ${accountId}, ${now}, ${GRADES[grade]}
      where ${granted}
      on conflict (number) do update set
        status = excluded.status,
        suppressed = excluded.suppressed,
        consent_source = excluded.consent_source,
        consent_at = excluded.consent_at,
        consent_by = excluded.consent_by,
        consent_grade = excluded.consent_grade,
        not_registered_count = 0
    `),
    recalled: recallNumber(db, number, hashes),
    brought: keepLeft(db, number, hashes),
  }
  const { told } = await runNamed(db, {
    heard: db.run(sql`
      insert into programme_opt_ins (
        message_id, programme_id, account_id, hash, outcome, answers, at, heard_at, form, form_at, form_lang
      )
      select
        ${messageId}, ${programme.id}, ${accountId}, ${hashes[0]}, o.outcome,
        not exists (select 1 from programme_opt_ins where ${isRecent} and answers = 1), ${at}, ${now},
        ${code}, ${form?.at ?? null}, ${form?.lang ?? null}
      from (select ${outcome} as outcome) o
      where not exists (select 1 from programme_opt_ins where message_id = ${messageId})
        and ${isKept}
        and not exists (select 1 from suppressions where ${theirStop} and created_at >= ${at})
        and not ${hasSaidSince(said)}
        and not exists (select 1 from erasures where done_at is null and (hash in ${theirs} or number = ${number}))
    `),
    ...counted(db, sql`number = ${number}`, change),
    agreed: event('granted', source),
    count: db.run(sql`update programmes set opt_ins = opt_ins + 1 where id = ${programme.id} and ${granted}`),
    // whoever has stopped gets no message, whatever they ask; also where they did so before the answer could be given
    told: db.all<{ outcome: Outcome; answers: 0 | 1 }>(sql`
      select ${TOLD} as outcome, answers and not exists ${stopped} as answers from programme_opt_ins where message_id = ${messageId}
    `),
  })
  return told[0] ?? null
}
/** What a keyword that was heard came to, for its author who could not read the answer. null: they have stopped since, or it was none. */
export const heardBefore = async (
  db: Db,
  messageId: string,
  author: Author,
): Promise<{ outcome: Outcome; title: string; keyword: string } | null> => {
  const [row] = await db.all<{ outcome: Outcome; title: string; keyword: string }>(sql`
    select ${TOLD} as outcome, p.title, p.keyword
    from programme_opt_ins o
    cross join programmes p on p.id = o.programme_id
    where o.message_id = ${messageId} and not exists (${stopsOf(author)})
  `)
  return row ?? null
}
