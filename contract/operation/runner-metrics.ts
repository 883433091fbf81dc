// What a runner says of its load with each heartbeat, and the metrics that are made of it, alike by its own port and by the fleet.
import { z } from 'zod'
import { runnerClock, runnerSigns } from './runner-hello.ts'
import type { Sample } from './open-metrics.ts'
import { vaultUse } from '../people/vault-keys.ts'

const load = z.object({
  rssMb: z.number(),
  /** Delay of the event loop since the heartbeat before, 99th percentile. */
  lagMs: z.number(),
  /** Older runners do not send the rest. memoryMb: what its container or machine has. */
  memoryMb: z.number().optional(),
  heapMb: z.number().optional(),
  /** Open sockets to WhatsApp. */
  sessions: z.number().optional(),
  /** Messages without an ack yet. */
  sends: z.number().optional(),
})
export type Load = z.infer<typeof load>
export const heartbeat = load.extend({
  kind: z.literal('heartbeat'),
  accounts: z.number(),
  ...runnerSigns,
  vaultUse,
  ...runnerClock,
})

/** What the key of a runner's own metrics is made of: hex HMAC-SHA256(the bytes of its credential, this text). It signs nothing. */
export const RUNNER_METRICS_KEY_TEXT = 'wa-blaster runner metrics key'

const MB = 1_048_576
/** load absent: no heartbeat came yet. */
type Measured = { runner: string; accounts: number; capacity: number; draining: boolean; load?: Load | undefined }

export const runnerSamples = ({ runner, accounts, capacity, draining, load }: Measured): Sample[] => {
  const said = (sample: Omit<Sample, 'value'>, value: number | undefined): Sample[] =>
    value === undefined ? [] : [{ ...sample, value }]
  const memory = (of: string, mb: number | undefined): Sample[] =>
    said({ name: 'wa_runner_memory_bytes', labels: { runner, of } }, mb === undefined ? undefined : mb * MB)
  const free = draining ? 0 : Math.max(0, capacity - accounts)
  const held: Sample[] = [
    { name: 'wa_runner_accounts', labels: { runner }, value: accounts },
    { name: 'wa_runner_free_accounts', labels: { runner }, value: free },
  ]
  if (!load) return held
  return [
    ...held,
    ...said({ name: 'wa_runner_sessions', labels: { runner } }, load.sessions),
    ...said({ name: 'wa_runner_sends', labels: { runner } }, load.sends),
    ...memory('resident', load.rssMb),
    ...memory('heap', load.heapMb),
    ...memory('limit', load.memoryMb),
    { name: 'wa_runner_loop_delay_seconds', labels: { runner }, value: load.lagMs / 1_000 },
  ]
}
