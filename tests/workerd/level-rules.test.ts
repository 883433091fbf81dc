// Who has which level (rule level): held by one SQL statement of the settlement, which alone knows the lifetime successes.
import { beforeAll, describe, expect, test } from 'vitest'
import { one, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { deliver, stage } from './support/stage.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')
let serial = 0

beforeAll(async () => {
  await stage()
  // bronze asks for 0 and silver for 5
  await run(
    `insert into levels (id, name, blast_fee, requirement_blast, created_at) values ('gold', 'Gold', 200, 20, 0), ('gold-too', 'Gold 2', 210, 20, 0), ('hand', 'Hand', 300, 1000, 0)`,
  )
})

/** The level of a person with so many successes before, after one batch with so many more. */
const levelAfter = async (level: string, before: number, messages: object[]): Promise<string> => {
  const userId = `climber-${++serial}`
  await makeLender(userId)
  await run('update users set level_id = ?, lifetime_success = ? where id = ?', level, before, userId)
  const results = messages.map((more, i) => ({
    attemptId: `${userId}-${i}`,
    numberId: 1,
    templateId: null,
    priceSen: 10_000,
    from: 'none' as const,
    to: 'success' as const,
    notRegistered: false,
    at: NOW,
    attemptedAt: NOW,
    ...more,
  }))
  await deliver([{ accountId: `acc-${userId}`, sequence: 1, userId, results, reversals: [] }])
  return (await one<{ level: string }>('select level_id as level from users where id = ?', userId)).level
}
const successes = (count: number) => Array.from({ length: count }, () => ({}))

describe('rule level: the highest whose requirement is met by lifetime successes; up only', () => {
  test.each<[string, string, number, object[], string]>([
    // level and successes before, messages settled, level after
    ['one success short of it', 'bronze', 3, successes(1), 'bronze'],
    ['at it', 'bronze', 4, successes(1), 'silver'],
    ['two levels in one batch', 'bronze', 4, successes(16), 'gold'],
    ['of two with the same requirement the first by id', 'silver', 19, successes(1), 'gold'],
    ['anyone who has the other one keeps it', 'gold-too', 20, successes(1), 'gold-too'],
    ['set by hand above what is earned: it stays', 'hand', 19, successes(1), 'hand'],
    ['set by hand below what is earned: the next success lifts it', 'bronze', 30, successes(1), 'gold'],
    ['a level that is gone: what is earned', 'gone', 4, successes(1), 'silver'],
    ['failures earn none', 'bronze', 4, [{ to: 'fail' }], 'bronze'],
    ['nor does what is unknown', 'bronze', 4, [{ to: 'unknown' }], 'bronze'],
    ['a late success does', 'bronze', 4, [{ from: 'fail' }], 'silver'],
    ['a one-off blast does not', 'bronze', 4, [{ kind: 'blaster' }], 'bronze'],
  ])('%s', async (_, level, before, messages, after) => expect(await levelAfter(level, before, messages)).toBe(after))
})
