// The part of the cost benchmark that needs the real runner: minutes of a blast at the shipped pace, on the Worker with counters around it,
// divided by the messages that it sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '../../scripts/drive/until.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import type { OfMessage } from './bill.ts'
import { type Pace, prepareOurs } from './blast.ts'
import { type Cost, costOf, type Counts, dearest } from './counts.ts'
import { cpuMsOf, findInGroup } from './process-cpu.ts'

/** As members send; the settings as they are shipped. */
const SHIPPED: Pace = { min: 5, max: 15, settleAfterS: 60 }
/** Before it is counted: every account has had its first claim and its first settlement. */
const WARM_MS = 75_000

export type Counted = { cost: Cost; ofMessage: OfMessage; sent: number }
const withStack = async (count: (stack: Stack, read: () => Promise<Counts>) => Promise<Counted>): Promise<Counted> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  const stack = await startStack({
    dataDir,
    demoData: 'people',
    page: false,
    on: 'miniflare',
    workerEntry: 'tests/bench/worker/counting.ts',
    // as shipped: a sandbox's short lease looks at its runner six times as often
    vars: { LEASE_MS: '', LEASE_SKEW_MS: '' },
    runnerEnv: { LEASE_MS: '' },
  })
  const read = async (): Promise<Counts> => (await (await fetch(`${stack.workerOrigin}/bench/counts`)).json()) as Counts
  try {
    return await count(stack, read)
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
/** Minutes out of the middle of a long blast. */
export const countInWorkerd = (
  size: { accounts: number; minutes: number },
  say: (line: string) => void,
): Promise<Counted> =>
  withStack(async (stack, read) => {
    const each = Math.ceil(((size.minutes + 3) * 60) / SHIPPED.min)
    const blast = await prepareOurs(stack, { accounts: size.accounts, each, rounds: 1 }, SHIPPED)
    await blast.start()
    await pause(WARM_MS)
    const first = await read()
    const runner = findInGroup(stack.parts.runner.pid() ?? 0, 'runner/main.ts')
    const [before, cpu] = [(await blast.sent()).length, cpuMsOf(runner)]
    await pause(size.minutes * 60_000)
    const cpuMs = cpuMsOf(runner) - cpu
    const sent = (await blast.sent()).length - before
    const counts = await read()
    for (const line of dearest(counts.objects.statements, 'written', sent, 10)) say(`  objects, most written: ${line}`)
    const cost = costOf(counts, sent)
    const { objectRowsRead, objectRowsWritten, alarmsSet, objectRequests, framesUp, activeMs } = cost
    const objectBytes = (counts.objects.bytes - first.objects.bytes) / sent
    const of = { objectRowsRead, objectRowsWritten, alarmsSet, objectRequests, framesUp, activeMs }
    return { cost, sent, ofMessage: { ...of, objectBytes, runnerCpuMs: cpuMs / sent } }
  })
