// What other benchmarks measured, and how runners are shipped: the bill of the cost benchmark goes by it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/stack/shell.ts'
import { type Fleet, instanceNamed, MONTH_S, OBJECT_GB } from './bill.ts'
import { type InstanceType, PRICES } from './prices.ts'

export const MEASURED = {
  /** `sessions`: a runner with one session, and each further one; resident. */
  runnerBaseMb: 110,
  runnerSessionMb: 1.2,
  /** `blast`: what a message more takes, at some forty a second; at a slow pace the process itself takes as much again. */
  runnerCpuMs: 11.4,
  /** `growth`: a recipient with consent, names and indexes; an account and its person, with a year of ledger, days and parts. */
  d1BytesARecipient: 345,
  d1BytesAnAccount: 248_000,
  /** A container that runs all month, with its object. */
  monthOfInstance: ({ memoryGib, diskGb }: InstanceType): number =>
    MONTH_S *
    (memoryGib * PRICES.containerMemory.dollars +
      diskGb * PRICES.containerDisk.dollars +
      (OBJECT_GB * PRICES.objectDuration.dollars) / PRICES.objectDuration.per),
} as const

const settingOf = (text: string, pattern: RegExp): string => {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`wrangler.toml has no ${pattern.source}`)
  return found
}
/** Instance and packing as wrangler.toml has them: a name, or what it has. */
export const fleetOf = (wrangler: string): Fleet => {
  const instance = settingOf(wrangler, /^instance_type = (.+)$/m)
  const capacity = Number(settingOf(wrangler, /^RUNNER_CAPACITY = "(\d+)"$/m))
  if (instance.startsWith('"')) return { instance: instanceNamed(instance.slice(1, -1)), capacity }
  const part = (name: string): number => Number(settingOf(instance, new RegExp(`\\b${name} = ([\\d.]+)`)))
  const own = { vcpu: part('vcpu'), memoryGib: part('memory_mib') / 1_024, diskGb: part('disk_mb') / 1_000 }
  return { instance: { name: 'custom', ...own }, capacity }
}
export const shippedFleet = (): Fleet => fleetOf(readFileSync(join(root, 'wrangler.toml'), 'utf8'))
