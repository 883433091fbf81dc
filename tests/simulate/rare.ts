// What histories do, because of their seed alone, for states that chance rarely reaches (docs/simulator.md#rare-states).
import { sometimes } from '../../contract/ground/sometimes.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { foldSettlements } from '../../domain/money/settlement/fold-store.ts'
import { SETTLED_DAYS } from '../../domain/money/settlement/retention-rules.ts'
import type { Act } from './mischief.ts'
import { queueFails } from './mischief-platform.ts'
import { Random } from './platform/random.ts'
import { MINUTE_MS, type World } from './world.ts'

/** The histories before are left as chance made them: what was found in one of them is found in it again. */
const FROM = 1_001

/** In these an earlier batch is to be on its way when later ones are folded. */
const growsOld = (seed: number): boolean => seed % 4 === 0
/** The faults that a history with this seed favours. */
export const favouredBy = (seed: number): ReadonlySet<Act[1]> =>
  new Set(seed >= FROM && growsOld(seed) ? [queueFails] : [])

const FOLDED_AFTER_MS = 36 * DAY_MS
/** Five weeks pass for what is settled, again and again, and it is folded. */
export const growOld = (world: World): void => {
  if (world.seed < FROM || !growsOld(world.seed)) return
  const random = new Random(world.seed ^ 0xf01d)
  const again = (): void =>
    world.after(random.between(0.3, 1.5) * MINUTE_MS, 'five weeks', () => {
      if (!world.isTroubled) return
      world.say('all that is settled is five weeks older, and is folded')
      // no call that began before its batch was settled goes on for five weeks
      world.database.sql('update settlements set at = at - ? where at < ?', FOLDED_AFTER_MS, world.now - MINUTE_MS)
      world.later('fold', async () => {
        await foldSettlements(connect(world.env.DB), {
          before: world.now - SETTLED_DAYS * DAY_MS,
          clock: () => world.now,
          until: world.now + MINUTE_MS,
        })
        const before = world.now - FOLDED_AFTER_MS + DAY_MS
        const left = world.database.sql('select 1 from settlements where at < ? limit 1', before)
        sometimes('fold over a gap', left.length > 0)
      })
      again()
    })
  again()
}
