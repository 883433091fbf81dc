// A stop is of the person, whichever of their numbers it came by (rule opt-out-lid).
import { beforeAll, describe, expect, test } from 'vitest'
import { lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { deliver, numbers, portsOf as stagePorts, stage } from './support/stage.ts'

beforeAll(() => stage())
const suppressed = async (number: string) =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s === 1

describe('rule opt-out-lid: a stop is of the person, whichever of their numbers it came by', () => {
  const sharing = async (from: number) => {
    const [first, second, other] = (await numbers(from, 3)) as [string, string, string]
    const { lidHash } = lidHashes(hashRing(bound), `lid-${from}`)
    await run('update phone_numbers set lid_hash = ? where number in (?, ?)', lidHash, first, second)
    return { first, second, other, lidHash }
  }
  test('those that are known to be theirs are stopped with it, by name, and nobody else', async () => {
    const { first, second, other } = await sharing(700)
    const stop = { number: first, lid: null, via: 'page' as const, by: null, reason: null }
    await suppress(stagePorts(db), stop, Date.now())
    expect(await Promise.all([first, second, other].map(suppressed))).toEqual([true, true, false])
    const named = await all('select via from suppressions where number = ?', second)
    expect(named).toEqual([{ via: 'page' }])
    expect(await all(`select 1 from consent_history where number = ? and event = 'opt_out'`, second)).toHaveLength(1)
  })
  test('and one that is learned to be theirs later, with the message that teaches it', async () => {
    const { first, other, lidHash } = await sharing(710)
    await run('update phone_numbers set lid_hash = null where number = ?', other)
    const stop = { number: first, lid: null, via: 'page' as const, by: null, reason: null }
    await suppress(stagePorts(db), stop, Date.now())
    const { id: userId } = await makeLender('lid-settled')
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', other)
    const result = {
      attemptId: 'lid-settled-1',
      numberId: id,
      templateId: null,
      priceSen: 0,
      from: 'none' as const,
      to: 'success' as const,
      notRegistered: false,
      at: Date.now(),
      attemptedAt: Date.now(),
      lidHash,
    }
    await deliver([{ accountId: 'acc-lid-settled', sequence: 1, userId, results: [result], reversals: [] }])
    expect(await suppressed(other)).toBe(true)
  })
})
