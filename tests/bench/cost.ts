// The cost benchmark: a blast on the Worker with counters around it, divided by the messages it sent, and what a million
// such messages cost at Cloudflare's prices.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '../../scripts/hands/api.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { type BlastSize, prepareOurs } from './blast.ts'
import { type Cost, costOf, type Counts, dearest, moneyOf } from './counts.ts'
import { type Aim, type Figure, figure } from './figures.ts'

const AIMS: Partial<Record<keyof Cost, Aim>> = {
  statements: { atMost: 0.15 },
  d1RowsWritten: { atMost: 5 },
  frames: { atMost: 6 },
}
/** The last batches are confirmed to their objects. */
const REST_MS = 5_000

const countRound = async (size: BlastSize): Promise<{ counts: Counts; sent: number }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  const stack = await startStack({
    dataDir,
    demoData: 'people',
    page: false,
    workerOn: 'miniflare',
    workerEntry: 'tests/bench/worker/counting.ts',
  })
  const read = async (): Promise<Counts> => (await (await fetch(`${stack.workerOrigin}/bench/counts`)).json()) as Counts
  try {
    const blast = await prepareOurs(stack, size)
    await pause(REST_MS)
    await read()
    const { sent } = await blast()
    await pause(REST_MS)
    return { counts: await read(), sent }
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const benchCost = async (size: BlastSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const rounds: Cost[] = []
  for (let round = 0; round < size.rounds; round++) {
    const { counts, sent } = await countRound(size)
    const cost = costOf(counts, sent)
    rounds.push(cost)
    say(`round ${round + 1}: ${sent} messages, ${cost.statements.toFixed(3)} statements each`)
    for (const by of ['times', 'written'] as const)
      for (const line of dearest(counts.statements, by, sent, 6)) say(`  D1, most ${by}: ${line}`)
    for (const by of ['read', 'written'] as const)
      for (const line of dearest(counts.objects.statements, by, sent, 6)) say(`  objects, most ${by}: ${line}`)
    say(`  calls of objects: ${JSON.stringify(counts.objects.byDoor)}`)
  }
  const of = (value: (cost: Cost) => number, unit: string, aim: Aim = null): Figure =>
    figure(unit, rounds.map(value), null, aim)
  const kinds = Object.keys(rounds[0] ?? {}) as (keyof Cost)[]
  const sum = (money: Record<string, number>): number => Object.values(money).reduce((all, one) => all + one, 0)
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, of((cost) => cost[kind], 'a message', AIMS[kind] ?? null)])),
    dollarsAMillion: of((cost) => sum(moneyOf(cost)), '$ a million messages'),
    dollarsOfD1: of((cost) => moneyOf(cost).d1RowsRead + moneyOf(cost).d1RowsWritten, '$ a million messages'),
    dollarsOfObjectRows: of(
      (cost) => moneyOf(cost).objectRowsRead + moneyOf(cost).objectRowsWritten,
      '$ a million messages',
    ),
    dollarsOfQueue: of((cost) => moneyOf(cost).queueOperations, '$ a million messages'),
  }
}
