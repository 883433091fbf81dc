// What happens to time: Cloudflare rings alarms when it can.
import { MINUTE_MS } from '../../contract/ground/time.ts'
import type { Act, Scene } from './mischief.ts'

/** Alarms of one account, or of all objects, ring minutes late. Nothing is promised of them but that they ring. */
const lateAlarms = ({ world, weather, promises, random }: Scene): void => {
  const account = random.pick([random.pick(world.accounts), null])
  const forMs = random.between(20_000, 3 * MINUTE_MS)
  const byMs = random.pick([5_000, MINUTE_MS, 5 * MINUTE_MS])
  const who = account ? `ACCOUNT_BLAST/${account.id}` : ''
  world.say(`for ${Math.round(forMs)} ms alarms of ${account?.id ?? 'all objects'} ring up to ${byMs} ms late`)
  weather.alarms = { until: world.now + forMs, who, byMs }
  promises.disturb(account?.id ?? null, forMs + byMs)
}

export const TIME_ACTS: readonly Act[] = [[1, lateAlarms]]
