// The daily look at all members, some a minute (rule fraud-signals): it goes on where it stopped, and a member is looked at once a day.
import { accountTexts } from '../../contract/texts.ts'
import { jakartaDay } from '../../contract/time.ts'
import type { Db } from '../db/connection.ts'
import { readSettings } from '../settings/store.ts'
import { factsOf } from './facts-store.ts'
import { signalsOf } from './rules.ts'
import { peopleAfter, readRound, saveScores } from './store.ts'

const PEOPLE_A_PAGE = 200

/** @returns true: today's look is done */
export const scoreMembers = async (
  db: Db,
  { now, hasTime }: { now: number; hasTime: () => boolean },
  peopleAPage = PEOPLE_A_PAGE,
): Promise<boolean> => {
  const day = jakartaDay(now)
  const stored = await readRound(db)
  let after = stored?.day === day ? stored.after : ''
  if (after === null) return true
  const { fraud_hold_score: least } = await readSettings(db)
  const hold = { least, reason: accountTexts.heldByScore }
  do {
    const people = await peopleAfter(db, after, peopleAPage)
    const ids = people.flatMap(({ id, role }) => (role === 'member' ? [id] : []))
    const facts = ids.length === 0 ? [] : await factsOf(db, ids, now)
    const scored = facts.flatMap((known) => {
      const signals = signalsOf(known)
      return signals.length === 0 ? [] : [{ userId: known.userId, signals }]
    })
    after = people.length < peopleAPage ? null : (people.at(-1)?.id ?? null)
    await saveScores(db, { round: { day, after }, ids, scored, hold, now })
  } while (after !== null && hasTime())
  return after === null
}
