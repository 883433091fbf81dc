// The cost benchmark: minutes of a blast at the pace that is shipped, on the Worker with counters around it, divided by
// the messages it sent, and what a million such messages cost at Cloudflare's prices; beside the same at interval 0.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '../../scripts/drive/until.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { type BlastSize, type Pace, prepareOurs } from './blast.ts'
import { type Cost, costOf, type Counts, dearest, moneyOf } from './counts.ts'
import { type Aim, type Figure, figure } from './figures.ts'

/** As members send; the settings as they are shipped. */
const SHIPPED: Pace = { min: 5, max: 15, settleAfterS: 60 }
/** Before it is counted: every account has had its first claim and its first settlement. */
const WARM_MS = 90_000
/** The last batches are confirmed to their objects. */
const REST_MS = 5_000

const AIMS: Partial<Record<keyof Cost, Aim>> = {
  statements: { atMost: 0.25, own: true },
  d1RowsWritten: { atMost: 6, own: true },
  objectRowsWritten: { atMost: 12, own: true },
  frames: { atMost: 6, own: true },
}
export type CostSize = BlastSize & { minutes: number }
type Counted = { counts: Counts; sent: number }

const counted = async (count: (stack: Stack, read: () => Promise<Counts>) => Promise<Counted>): Promise<Counted> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  const stack = await startStack({
    dataDir,
    demoData: 'people',
    page: false,
    workerOn: 'miniflare',
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
const countAtPace = (size: CostSize): Promise<Counted> =>
  counted(async (stack, read) => {
    const each = Math.ceil(((size.minutes + 3) * 60) / SHIPPED.min)
    const blast = await prepareOurs(stack, { ...size, each }, SHIPPED)
    await blast.start()
    await pause(WARM_MS)
    await read()
    const before = (await blast.sent()).length
    await pause(size.minutes * 60_000)
    const sent = (await blast.sent()).length - before
    return { counts: await read(), sent }
  })
const countAtOnce = (size: BlastSize): Promise<Counted> =>
  counted(async (stack, read) => {
    const blast = await prepareOurs(stack, size)
    await pause(REST_MS)
    await read()
    const { sent } = await blast.whole()
    await pause(REST_MS)
    return { counts: await read(), sent }
  })

export const benchCost = async (size: CostSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const rounds: Cost[] = []
  const others: Cost[] = []
  for (let round = 0; round < size.rounds; round++) {
    const { counts, sent } = await countAtPace(size)
    const cost = costOf(counts, sent)
    rounds.push(cost)
    say(`round ${round + 1}: ${sent} messages, ${cost.statements.toFixed(3)} statements each`)
    for (const by of ['times', 'written'] as const)
      for (const line of dearest(counts.statements, by, sent, 10)) say(`  D1, most ${by}: ${line}`)
    for (const by of ['read', 'written'] as const)
      for (const line of dearest(counts.objects.statements, by, sent, 14)) say(`  objects, most ${by}: ${line}`)
    say(`  calls of objects: ${JSON.stringify(counts.objects.byDoor)}`)
    const flat = await countAtOnce(size)
    others.push(costOf(flat.counts, flat.sent))
  }
  const of = (value: (cost: Cost) => number, unit: string, aim: Aim = null): Figure =>
    figure(unit, rounds.map(value), others.map(value), aim)
  const kinds = Object.keys(rounds[0] ?? {}) as (keyof Cost)[]
  const sum = (money: Record<string, number>): number => Object.values(money).reduce((all, one) => all + one, 0)
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, of((cost) => cost[kind], 'a message', AIMS[kind] ?? null)])),
    dollarsAMillion: of((cost) => sum(moneyOf(cost)), '$ a million messages', { atMost: 25, own: true }),
    dollarsOfD1: of((cost) => moneyOf(cost).d1RowsRead + moneyOf(cost).d1RowsWritten, '$ a million messages'),
    dollarsOfObjectRows: of(
      (cost) => moneyOf(cost).objectRowsRead + moneyOf(cost).objectRowsWritten,
      '$ a million messages',
    ),
    dollarsOfQueue: of((cost) => moneyOf(cost).queueOperations, '$ a million messages'),
  }
}
