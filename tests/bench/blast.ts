// The blast benchmark: 20 accounts × 100 numbers, interval 0, through Miniflare, runner and sandbox, against bare Baileys
// on the same sandbox and the same numbers. Rounds alternate who goes first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importRecipients, recipientNumber, startBlast } from '../../scripts/demo/play.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { accountsOf, signIn, untilAnswered } from '../../scripts/drive/api.ts'
import { pause } from '../../scripts/drive/until.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { type Linked, linkAccount } from '../../scripts/drive/link.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import { mustRun } from '../../scripts/stack/shell.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { type Figure, figure } from './figures.ts'
import { cpuMsOf, findInGroup } from './process-cpu.ts'

export type BlastSize = { accounts: number; each: number; rounds: number }
/** Seconds between two messages of an account, and so long results may gather. */
export type Pace = { min: number; max: number; settleAfterS: number }
const AT_ONCE: Pace = { min: 0, max: 0, settleAfterS: 1 }
type Side = { sent: number; ms: number; cpuMs: number }
type Ours = Side & { lagMs: number }
const TEXT = 'Halo, promo minggu ini sudah mulai. Balas BERHENTI untuk berhenti menerima pesan.'
const phoneOf = (side: number, i: number): string => `62811${side}00${String(1_000 + i)}`

const settledCount = (home: string): number =>
  withDatabase(home, (db) =>
    Number(
      Object.values(db.prepare(`select sum(success + fail) from daily_stats where user_id = ''`).get() ?? {})[0] ?? 0,
    ),
  )

export type Blast = {
  start: () => Promise<unknown>
  /** Messages that WhatsApp acknowledged. */
  sent: () => Promise<{ time: number }[]>
  /** Starts it and sees it through. */
  whole: () => Promise<Ours>
}
/** Accounts linked, numbers in; nothing is sent yet. */
export const prepareOurs = async (stack: Stack, size: BlastSize, pace: Pace = AT_ONCE): Promise<Blast> => {
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  const owner = await signIn(stack.workerOrigin, 'member@demo.test', DEMO_PASSWORD)
  const settings = { recipient_cooldown_hours: 168, interval_floor: 0, settle_after_s: pace.settleAfterS }
  await admin.put('/admin/setting/update', settings)
  await admin.post('/admin/message/create', {
    text: '<p>Halo, promo minggu ini sudah mulai.</p>',
    button: [],
    status: 'active',
  })
  await importRecipients(admin, size.accounts * size.each)
  const linked: Linked[] = []
  for (let i = 0; i < size.accounts; i++) linked.push(await linkAccount(owner, controls, phoneOf(1, i), 'qr'))
  const interval = { id: linked[0]?.accountId, blast_interval_min: pace.min, blast_interval_max: pace.max }
  await owner.put('/admin/whatsapp/interval', interval)
  const runner = findInGroup(stack.parts.runner.pid() ?? 0, 'runner/main.ts')
  const own = new Set(linked.map((account) => account.phone))
  const sentNow = async () => (await controls.allMessages()).filter((one) => own.has(one.from) && one.acked)
  const start = () => Promise.all(linked.map((account) => startBlast(owner, account)))
  const whole = async (): Promise<Ours> => {
    const cpu = cpuMsOf(runner)
    const began = Date.now()
    await start()
    await untilAnswered(
      'the end of the blast',
      300_000,
      async () => (await accountsOf(owner)).every((account) => account.status === 'idle') || null,
      500,
    )
    const cpuMs = cpuMsOf(runner) - cpu
    const sent = await sentNow()
    const lastAck = Math.max(...sent.map((message) => message.time))
    const total = size.accounts * size.each
    await untilAnswered('all results in the ledger', 60_000, async () => settledCount(stack.home) >= total || null, 20)
    return { sent: sent.length, ms: lastAck - began, cpuMs, lagMs: Date.now() - lastAck }
  }
  return { start, sent: sentNow, whole }
}

const bare = async (stack: Stack, size: BlastSize): Promise<Side> => {
  const job = {
    sandbox: stack.sandboxOrigin,
    phones: Array.from({ length: size.accounts }, (_, i) => phoneOf(2, i)),
    numbers: Array.from({ length: size.accounts * size.each }, (_, i) => recipientNumber(i)),
    text: TEXT,
  }
  const { output } = await mustRun('node', [
    '--disable-warning=ExperimentalWarning',
    'tests/bench/bare-baileys.ts',
    JSON.stringify(job),
  ])
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Side
}

const playRound = async (size: BlastSize, bareFirst: boolean): Promise<{ ours: Ours; other: Side }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  const stack = await startStack({ dataDir, demoData: 'people', page: false, on: 'miniflare' })
  try {
    const early = bareFirst ? await bare(stack, size) : null
    const blast = await prepareOurs(stack, size)
    await pause(1_000)
    const ours = await blast.whole()
    return { ours, other: early ?? (await bare(stack, size)) }
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const benchBlast = async (size: BlastSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const ours: Ours[] = []
  const other: Side[] = []
  for (let round = 0; round < size.rounds; round++) {
    const played = await playRound(size, round % 2 === 1)
    ours.push(played.ours)
    other.push(played.other)
    const rate = (side: Side): string => `${((side.sent * 1_000) / side.ms).toFixed(1)} msg/s`
    const cpu = (side: Side): string => `${(side.cpuMs / side.sent).toFixed(2)} ms CPU`
    say(
      `round ${round + 1}: ours ${played.ours.sent} at ${rate(played.ours)}, ${cpu(played.ours)}; ` +
        `bare ${played.other.sent} at ${rate(played.other)}, ${cpu(played.other)}; ledger ${played.ours.lagMs} ms behind`,
    )
  }
  const rates = (sides: Side[]): number[] => sides.map((side) => (side.sent * 1_000) / side.ms)
  const cpus = (sides: Side[]): number[] => sides.map((side) => side.cpuMs / side.sent)
  return {
    throughput: figure('messages/s', rates(ours), rates(other), { atLeast: 0.7 }),
    runnerCpu: figure('ms CPU a message', cpus(ours), cpus(other), { atMost: 1.15 }),
    ledgerLag: figure(
      'ms from the last ack',
      ours.map((side) => side.lagMs),
      null,
      null,
    ),
  }
}
