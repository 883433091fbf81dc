// The sessions benchmark: what memory a linked account takes in the runner while nothing is sent, beside bare Baileys with
// as many sockets on the same sandbox; and how long it takes until all are connected again after the runner was killed.
// Every measured process has just been started and has restored sessions that were linked before: what linking itself
// left in a heap is not counted, on either side.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { signIn, untilAnswered } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { linkAccount } from '../../scripts/drive/link.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import { root, toolEnv } from '../../scripts/stack/shell.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { type Aim, type Figure, figure, spread } from './figures.ts'
import { inParallel } from './in-parallel.ts'
import type { Memory } from './memory-probe.ts'
import { memoryAtRest, probeEnv } from './process-memory.ts'

export type SessionsSize = { sessions: number; leaseS: number; rounds: number }
type Held = Memory & { restoredS: number }
type Sides = { ours: Held[]; other: Held[] }

/** A link takes the runner's, the Worker's and the sandbox's time: more at once only wait for each other. */
const LINKS_AT_ONCE = 6
const KB_A_MB = 1_024
const RESTORE_MS = 600_000
const LINK_SETTLES_MS = 5_000
/** The sandbox has no phone that ends in 0000. */
const phoneOf = (side: number, i: number): string => `62811${side}0${String(10_001 + i)}`

/** One side's accounts: linked up to so many, and then held by a process that has just been started. */
type Side = { linkUpTo: (count: number) => Promise<void>; hold: (count: number) => Promise<Held> }

const oursOn = async (stack: Stack, probePort: number): Promise<Side> => {
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const owner = await signIn(stack.workerOrigin, 'member@demo.test', DEMO_PASSWORD)
  const online = async (): Promise<number> => Number((await controls.stats())['online'])
  let linked = 0
  return {
    linkUpTo: async (count) => {
      const fresh = Array.from({ length: count - linked }, (_, i) => phoneOf(1, linked + i))
      await inParallel(fresh, LINKS_AT_ONCE, (phone) => linkAccount(owner, controls, phone, 'qr'))
      linked = count
    },
    hold: async (count) => {
      const { runner } = stack.parts
      const before = runner.starts
      const killed = Date.now()
      runner.crash()
      await untilAnswered('another runner', 30_000, async () => runner.starts > before, 20)
      await untilAnswered(`${count} sessions`, RESTORE_MS, async () => (await online()) === count, 100)
      const restoredS = (Date.now() - killed) / 1_000
      return { ...(await memoryAtRest(probePort)), restoredS }
    },
  }
}

const BARE = 'tests/bench/bare-sessions.ts'
const bareOn = (stack: Stack, keys: string, probePort: number): Side => {
  const startBare = async (count: number): Promise<{ child: ChildProcess; ms: number }> => {
    const phones = Array.from({ length: count }, (_, i) => phoneOf(2, i))
    const job = JSON.stringify({ sandbox: stack.sandboxOrigin, keys, phones })
    const env = toolEnv(probeEnv(probePort, BARE))
    const child = spawn('node', [BARE, job], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
    for await (const part of child.stdout) {
      const { ms } = JSON.parse(String(part)) as { ms: number }
      return { child, ms }
    }
    throw new Error('bare Baileys did not open its sockets')
  }
  const end = async (child: ChildProcess): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done))
    child.stdin?.end()
    await ended
  }
  return {
    linkUpTo: async (count) => {
      const { child } = await startBare(count)
      // their pre-keys are uploaded and in files before the process goes
      await new Promise((done) => setTimeout(done, LINK_SETTLES_MS))
      await end(child)
    },
    hold: async (count) => {
      const { child, ms } = await startBare(count)
      try {
        return { ...(await memoryAtRest(probePort)), restoredS: ms / 1_000 }
      } finally {
        await end(child)
      }
    },
  }
}

const figuresOf = (counts: readonly number[], held: ReadonlyMap<number, Sides>): Record<string, Figure> => {
  const figures: Record<string, Figure> = {}
  const at = (count: number): Sides => held.get(count) ?? { ours: [], other: [] }
  const compare = (count: number, unit: string, value: (one: Held) => number, aim: Aim = null): Figure =>
    figure(unit, at(count).ours.map(value), at(count).other.map(value), aim)
  for (const count of counts) {
    figures[`rss${count}`] = compare(count, `MB RSS, ${count} sessions`, (one) => one.rssMb)
    figures[`heap${count}`] = compare(count, `MB heap, ${count} sessions`, (one) => one.heapMb)
    if (count === 1) continue
    for (const [name, key] of [
      ['rss', 'rssMb'],
      ['heap', 'heapMb'],
    ] as const) {
      // beyond the first, which brings what a process loads once
      const each = (side: keyof Sides): number[] => {
        const first = spread(at(1)[side].map((one) => one[key])).median
        return at(count)[side].map((one) => ((one[key] - first) * KB_A_MB) / (count - 1))
      }
      figures[`${name}EachOf${count}`] = figure(`kB ${name} a session`, each('ours'), each('other'), { atMost: 1.2 })
    }
    const isLast = count === counts.at(-1)
    figures[`restored${count}`] = compare(
      count,
      `s until ${count} are connected again`,
      (one) => one.restoredS,
      isLast ? { atMost: 60, own: true } : null,
    )
  }
  return figures
}

const measure = async (
  stack: Stack,
  sides: Record<keyof Sides, Side>,
  size: SessionsSize,
  say: (line: string) => void,
) => {
  const counts = [...new Set([1, Math.max(1, Math.round(size.sessions / 5)), size.sessions])]
  const held = new Map<number, Sides>()
  for (const count of counts) {
    const began = Date.now()
    await sides.other.linkUpTo(count)
    const linking = Date.now()
    await sides.ours.linkUpTo(count)
    say(`${count} linked: bare in ${(linking - began) / 1_000} s, ours in ${(Date.now() - linking) / 1_000} s`)
    const seen: Sides = { ours: [], other: [] }
    held.set(count, seen)
    for (let round = 0; round < size.rounds; round++) {
      const order = round % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)
      for (const name of order) seen[name].push(await sides[name].hold(count))
      const tell = (one: Held | undefined): string =>
        one ? `${one.rssMb.toFixed(1)} MB, heap ${one.heapMb.toFixed(1)} MB, after ${one.restoredS.toFixed(1)} s` : ''
      say(`${count}, round ${round + 1}: ours ${tell(seen.ours.at(-1))}; bare ${tell(seen.other.at(-1))}`)
    }
  }
  return figuresOf(counts, held)
}

export const benchSessions = async (
  size: SessionsSize,
  say: (line: string) => void,
): Promise<Record<string, Figure>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  const probePort = await freePort()
  const leaseMs = String(size.leaseS * 1_000)
  // the lease as it is shipped: a local run's is shorter, and sessions would be back sooner than they are in production
  const stack = await startStack({
    dataDir,
    demoData: 'people',
    page: false,
    on: 'miniflare',
    vars: { LEASE_MS: leaseMs, LEASE_SKEW_MS: '5000', SPREAD_MS: '300000' },
    runnerEnv: {
      LEASE_MS: leaseMs,
      RUNNER_CAPACITY: String(size.sessions),
      ...probeEnv(probePort, 'runner/main.ts'),
    },
  })
  try {
    const ours = await oursOn(stack, probePort)
    const other = bareOn(stack, join(dataDir, 'bare'), await freePort())
    return await measure(stack, { ours, other }, size, say)
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
