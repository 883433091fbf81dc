// The daily look at all members, some a minute (rule fraud-signals): it goes on where it stopped, and a member is looked at once a day.
import { reasonTexts } from '../../../contract/people/reason-texts.ts'
import { jakartaDay } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { factsOf } from './facts-store.ts'
import { signalsOf } from './rules.ts'
import { peopleAfter, readRound, type Round, saveFailedPage, saveScores } from './store.ts'

const PEOPLE_A_PAGE = 200

type Page = { ids: readonly string[]; round: Round }
const lookAt = async (db: Db, { ids, round }: Page, hold: { least: number; reason: string }, now: number) => {
  const facts = ids.length === 0 ? [] : await factsOf(db, ids, now)
  const scored = facts.flatMap((known) => {
    const signals = signalsOf(known)
    return signals.length === 0 ? [] : [{ userId: known.userId, signals }]
  })
  await saveScores(db, { round, ids, scored, hold, now })
}
/**
 * A page that cannot be looked at is tried once more a minute later, and then skipped until tomorrow: one bad row must not keep
 * everybody after it from being looked at.
 * @param failed is told of each such page. @returns true: today's look is done
 */
export const scoreMembers = async (
  db: Db,
  { now, hasTime, failed }: { now: number; hasTime: () => boolean; failed: (error: unknown, skipped: boolean) => void },
  peopleAPage = PEOPLE_A_PAGE,
): Promise<boolean> => {
  const day = jakartaDay(now)
  const stored = await readRound(db)
  let after = stored?.day === day ? stored.after : ''
  let failedOnce = stored?.day === day && stored.failedOnce === true
  if (after === null) return true
  const { fraud_hold_score: least } = await readSettings(db)
  const hold = { least, reason: reasonTexts.heldByScore }
  do {
    const people = await peopleAfter(db, after, peopleAPage)
    const ids = people.flatMap(({ id, role }) => (role === 'member' ? [id] : []))
    const next: string | null = people.length < peopleAPage ? null : (people.at(-1)?.id ?? null)
    try {
      await lookAt(db, { ids, round: { day, after: next } }, hold, now)
    } catch (error) {
      failed(error, failedOnce)
      await saveFailedPage(db, failedOnce ? { day, after: next } : { day, after, failedOnce: true })
      if (!failedOnce) return false
    }
    after = next
    failedOnce = false
  } while (after !== null && hasTime())
  return after === null
}
