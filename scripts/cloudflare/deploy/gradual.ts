// A release in steps that are looked at: first no traffic at all, then a tenth, half, all of it. At each step it must answer as well as the
// release before (judge-rules.ts), or it goes back by itself.
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { answeredBy, RELEASES_SQL } from '../../../domain/ground/metrics/by-release.ts'
import { answeredLine, type Answered, NONE, verdictOf } from './judge-rules.ts'
import { ASK_AGAIN_MS, type Asked, mustBeReady } from './ready.ts'
import { readHistory, type Release } from './record.ts'
import { type Smoke, smokeTest } from './smoke.ts'
import { type Ship, Stopped } from './steps.ts'
import { giveTraffic, leadTo, uploadVersion } from './versions.ts'

/** Percent of the traffic. */
const STEPS = [10, 50, 100] as const
/** What to do where a step got too few calls to judge it. ask: on a terminal; without one it stays as it is. */
export const LITTLE_TRAFFIC = ['ask', 'go', 'back'] as const
export type LittleTraffic = (typeof LITTLE_TRAFFIC)[number]

type Gradual = {
  ship: Ship
  before: Release & { versionId: string }
  /** Versions that had a share when this deploy began: a deploy that broke off leaves its own, perhaps of 0 %. */
  atStart: readonly string[]
  ready: Omit<Asked, 'headers'>
  smoke: Omit<Smoke, 'origin' | 'isPage' | 'headers'>
  /** How long a step waits for enough calls. */
  stepMs: number
  littleTraffic: LittleTraffic
}

/** versionId: of the new Worker. */
type Uploaded = Gradual & { versionId: string }

type Counted = { fresh: Answered; old: Answered }
const less = (a: Answered, b: Answered): Answered => ({ answers: a.answers - b.answers, faults: a.faults - b.faults })
/** Since the deployment began. An isolate writes what it counted up to 20 seconds late. */
const counter = ({ ship, before }: Gradual) => {
  const since = String(Date.now() - (Date.now() % (5 * MINUTE_MS)))
  return async (): Promise<Counted> => {
    const { rows } = await ship.database.query(RELEASES_SQL, [since])
    const counted = rows as { key: string; n: number }[]
    return { fresh: answeredBy(counted, ship.note.version), old: answeredBy(counted, before.note.version) }
  }
}

/**
 * @param more versions that may stand there, too
 * @throws Stopped where somebody else has given the traffic to another version: that is not taken from them
 */
const mustBeOurs = async ({ ship, before, versionId }: Uploaded, more: readonly string[] = []): Promise<void> => {
  const { running } = await readHistory(ship.account, ship.resources)
  const ours = [before.versionId, versionId, ...more]
  if (running.every((one) => ours.includes(one.versionId))) return
  throw new Stopped('Somebody else has changed the traffic meanwhile.', 'It stays as they left it.')
}
const goBack = async (gradual: Uploaded, why: string): Promise<never> => {
  const { ship, before } = gradual
  await mustBeOurs(gradual)
  await giveTraffic(ship, [{ versionId: before.versionId, percent: 100 }], true)
  ship.tell(`✓ all traffic is back at ${before.note.version}`)
  throw new Stopped(why, 'This deploy has put out no page, and changed no old rows.')
}

const askWhether = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test(await terminal.question(`${question} [y/N] `))
  } finally {
    terminal.close()
  }
}
/** @returns whether the next step may follow */
const goesOn = async (gradual: Gradual, what: string): Promise<boolean> => {
  if (gradual.littleTraffic !== 'ask') return gradual.littleTraffic === 'go'
  if (!process.stdin.isTTY)
    throw new Stopped(
      `${what}, and nobody is here to ask.`,
      'The traffic stays as it is. Say --little-traffic go or back.',
    )
  return askWhether(`${what}. Go on?`)
}

const watchStep = async (gradual: Uploaded, count: () => Promise<Counted>, percent: number): Promise<void> => {
  const { ship, stepMs } = gradual
  const deadline = Date.now() + stepMs
  let start: Counted | null = null
  let fresh = NONE
  let old = NONE
  for (;;) {
    await sleep(ASK_AGAIN_MS)
    // a database that does not answer now is asked again: it is no sign of the release
    const now = await count().catch(() => null)
    if (now) {
      start ??= now
      fresh = less(now.fresh, start.fresh)
      old = now.old
    }
    const verdict = verdictOf(fresh, old)
    const line = `${percent} %: ${answeredLine(fresh, old)}`
    if (verdict === 'worse')
      await goBack(gradual, `${ship.note.version} answers worse than the release before. ${line}`)
    if (verdict === 'good') return ship.tell(`✓ ${line}`)
    if (Date.now() < deadline) continue
    const minutes = Math.round(stepMs / MINUTE_MS)
    const little = `Too little traffic to judge ${ship.note.version} after ${minutes} minutes at ${line}`
    if (!(await goesOn(gradual, little))) await goBack(gradual, little)
    return ship.tell(`- ${percent} %: too little traffic to judge; ${answeredLine(fresh, old)}`)
  }
}

/** The new Worker alone, by calls that are led to it: nobody else reaches it yet. Objects still have the code of before. */
const lookAtIt = async (gradual: Uploaded): Promise<void> => {
  const { ship, ready, smoke, versionId } = gradual
  const headers = leadTo(ship.resources.worker, versionId)
  try {
    await mustBeReady(ship, { ...ready, headers })
    const isGood = await smokeTest({ ...smoke, origin: ready.address, isPage: false, headers }, ship.tell)
    if (!isGood) throw new Stopped('The look at the new Worker failed.', '')
  } catch (error) {
    await goBack(gradual, error instanceof Error ? error.message.trim() : String(error))
  }
}

/** @throws Stopped when it went back, or stays where it is */
export const deployInSteps = async (wanted: Gradual): Promise<void> => {
  const { ship, before } = wanted
  const gradual: Uploaded = { ...wanted, versionId: await uploadVersion(ship) }
  const { versionId } = gradual
  const give = async (percent: number, more: readonly string[] = []): Promise<void> => {
    await mustBeOurs(gradual, more)
    const rest = { versionId: before.versionId, percent: 100 - percent }
    await giveTraffic(ship, percent === 100 ? [{ versionId, percent }] : [rest, { versionId, percent }])
  }
  // takes the place of what was left; from then on only this deploy's own may stand there
  await give(0, gradual.atStart)
  ship.tell(`✓ ${ship.note.version} uploaded, without traffic`)
  await lookAtIt(gradual)
  const count = counter(gradual)
  for (const percent of STEPS) {
    await give(percent)
    await watchStep(gradual, count, percent)
  }
}
