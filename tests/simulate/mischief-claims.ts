// What happens while the answer to a claim is on its way: moments that chance hits once in thousands of histories.
import type { Act, Scene } from './mischief.ts'
import { eraseSomebody, suppressSomebody } from './mischief-people.ts'
import { drainRunner } from './mischief-platform.ts'

const SLOW_MS = 4_000

/** Somebody whom D1 has given to an account that does not know it yet. */
const claimedNow = ({ world, random }: Scene, accountId: string): string | null => {
  const buffered = new Set(world.document(accountId)?.buffer.map(({ number }) => number))
  const claimed = world.database
    .sql<{ number: string }>('select number from phone_numbers where in_use_by = ? order by id', accountId)
    .filter(({ number }) => !buffered.has(number))
  return claimed.length > 0 ? random.pick(claimed).number : null
}
const amidIt = (scene: Scene): void => {
  const { world, random } = scene
  const account = random.pick(world.blasters)
  const what = random.pick(['stops', 'suppressed', 'erased', 'drained', 'pressed'] as const)
  const number = claimedNow(scene, account.id)
  if (what === 'drained') return drainRunner(scene)
  if (what === 'pressed') return world.stopFor(account.id, random.between(1_000, 20_000))
  if (number === null) return
  if (what === 'stops') world.whatsapp.stop(account.id, number, false)
  else if (what === 'suppressed') suppressSomebody(scene, number)
  else eraseSomebody(scene, number)
}
/** Answers about numbers are slow, and something happens before each of them. */
const slowClaims = (scene: Scene): void => {
  const { world, weather, promises, random } = scene
  const forMs = random.between(5_000, 30_000)
  world.say(`claims are answered late for ${Math.round(forMs)} ms`)
  const fates = [{ slow: random.between(500, SLOW_MS) }]
  weather.d1 = { until: world.now + forMs, share: 0.7, fates, about: 'phone_numbers' }
  weather.onSlow = () => {
    if (random.chance(0.5)) world.after(random.between(50, 500), 'amid a claim', () => amidIt(scene))
  }
  promises.disturb(null, forMs)
}

/** The next one in line stops, and D1 does not hear of it: only the account itself keeps them from getting the message. */
const nextInLineStops = ({ world, weather, promises, random }: Scene): void => {
  const inLine = world.blasters.flatMap(({ id }) => {
    const [next] = world.document(id)?.buffer ?? []
    return next ? [{ id, number: next.number }] : []
  })
  if (inLine.length === 0) return
  const { id, number } = random.pick(inLine)
  const forMs = random.between(5_000, 40_000)
  world.say(`D1 takes no stop for ${Math.round(forMs)} ms, and ${number} is the next in line of ${id}`)
  weather.d1 = { until: world.now + forMs, share: 1, fates: ['refused'], about: 'suppressions' }
  promises.disturb(null, forMs)
  world.whatsapp.stop(id, number, false)
}

export const CLAIM_ACTS: readonly Act[] = [
  [1.5, slowClaims],
  [0.7, nextInLineStops],
]
