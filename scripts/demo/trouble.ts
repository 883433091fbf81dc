// `npm run demo -- --trouble`: each kind of trouble comes about and passes on a stack of its own. What is printed is what arrived: the signed
// webhook at the sandbox's receiver, checked with the key of `npm run alert-key`, and the mail in its mailbox.
import { createHmac } from 'node:crypto'
import { WebSocket } from 'ws'
import { ringKey, ringOf } from '../../contract/ground/key-rings.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { TROUBLE_KINDS, troubleWebhook, type TroubleKind } from '../../contract/operation/troubles.ts'
import { alertKey } from '../../domain/people/auth/alert-key.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import { ControlLink } from '../../runner/control-link.ts'
import { makeLog } from '../../runner/log.ts'
import { signedHeaders } from '../../runner/signing.ts'
import { noteUnreadable, noteVersionRefused } from '../../runner/signs.ts'
import { DEMO_PASSWORD } from '../demo-data/people.ts'
import { call, signIn } from '../drive/api.ts'
import { controlsOf } from '../drive/controls.ts'
import { TROUBLE_CASES, TROUBLE_RUNNER, type TroublePlace } from '../drive/troubles.ts'
import { pause, until } from '../drive/until.ts'
import { localSecrets } from '../stack/secrets.ts'
import type { Stack } from '../stack/stack.ts'

export type TroubleFigures = { kinds: number; started: number; ended: number; mails: number; wrong: string[] }
type Say = (line: string) => void
const NAME = TROUBLE_RUNNER
const MAIL = 'penjaga@demo.test'
const LOOKS = 5
/** A runner tells of it with its next heartbeat, one every ten seconds. */
const HEARTBEAT_MS = 11_000
/** So many heartbeats the fleet knows of a clock. */
const SKEW_BEATS = 3
/** By how much this runner's clock is wrong. */
let aheadMs = 0
type Received = { headers: Record<string, string>; body: string }

const isSigned = (key: string, { headers, body }: Received): boolean => {
  const secret = Buffer.from(key.replace('whsec_', ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', secret).update(text).digest('base64')}`
}

const runnerOf = async (stack: Stack, ring: string): Promise<ControlLink> => {
  const credential = ringKey.parse(await runnerCredential(ringOf('RUNNER_KEYS', ring), NAME))
  const identity = { credential, runnerId: NAME, bootId: crypto.randomUUID() }
  const url = stack.workerOrigin.replace(/^http/, 'ws')
  return new ControlLink({
    dial: (path) => new WebSocket(url + path, { headers: signedHeaders(identity, path) }),
    capacity: 10,
    version: 'demo',
    mode: 'sandbox',
    held: () => [],
    vault: { names: () => [{ kid: 'k1', proof: 'demo' }], reseal: () => [], use: () => ({}) },
    busy: () => ({ sessions: 0, sends: 0 }),
    objectReleases: () => [],
    command: () => undefined,
    refused: (line) => {
      throw new Error(line)
    },
    report: () => {
      throw new Error('nobody asks for a report')
    },
    clock: () => Date.now() + aheadMs,
    log: makeLog('silent', NAME),
  })
}

export const playTroubles = async (stack: Stack, say: Say): Promise<TroubleFigures> => {
  const { RUNNER_KEYS } = localSecrets(stack.home)
  const key = await alertKey(ringOf('RUNNER_KEYS', RUNNER_KEYS))
  const sandbox = controlsOf(stack.sandboxOrigin ?? '')
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  await admin.put('/admin/setting/update', {
    alert_email: MAIL,
    alert_webhook_url: 'https://alerts.sandbox.invalid/demo',
  })
  const runner = await runnerOf(stack, RUNNER_KEYS)
  const obey = async (order: object): Promise<void> => {
    const answer = await fetch(`${stack.workerOrigin}/trouble`, { method: 'POST', body: JSON.stringify(order) })
    if (!answer.ok) throw new Error(`the control says ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  }
  const runners = async (): Promise<number> =>
    (await call<{ runners: number }>(stack.workerOrigin, 'GET', '/health')).runners
  /** The looks' clock is ahead of the runner's: what it met is an hour old by then, so it is set back for that. */
  const heartbeat = async (): Promise<void> => {
    await pause(HEARTBEAT_MS)
    now = Date.now()
  }
  let now = Date.now()
  const place: TroublePlace = {
    now: () => now,
    pass: (ms) => void (now += ms),
    sql: (text, ...values) => obey({ sql: { text, values } }),
    look: async ({ hourly, stand }) => {
      await obey({ look: { hourly, stand, now } })
      now += hourly ? HOUR_MS : 5 * MINUTE_MS
    },
    deadLetter: () => obey({ deadLetter: true }),
    joinRunner: async () => {
      runner.start()
      await until('the runner', async () => (await runners()) === 1, { everyMs: 200, throughErrors: true })
      // the fleet knows its capacity with its hello
      await pause(1_000)
    },
    runnerWasRefused: async (version) => {
      noteVersionRefused(version)
      await heartbeat()
    },
    runnerClockIsAhead: async (ms) => {
      aheadMs = ms
      // an end is told some looks after the last one that found it: their clock is not set back here
      for (let beats = 0; beats < SKEW_BEATS; beats++) await pause(HEARTBEAT_MS)
    },
    runnerCouldNotRead: async () => {
      noteUnreadable()
      await heartbeat()
    },
  }
  const received = async (): Promise<Received[]> => (await sandbox.ask<{ data: Received[] }>('/alerts')).data
  const wrong: string[] = []
  const counts = { started: 0, ended: 0 }
  const told = async (kind: TroubleKind, type: 'trouble.started' | 'trouble.ended'): Promise<boolean> => {
    const found = (await received()).filter(({ body }) => {
      const alert = troubleWebhook.parse(JSON.parse(body))
      return (
        alert.type === type && alert.data?.kind === kind && alert.data.subject === (TROUBLE_CASES[kind].subject ?? '')
      )
    })
    const [first] = found
    if (found.length !== 1 || !first || !isSigned(key, first)) wrong.push(`${kind}: ${found.length} × ${type}`)
    const data = first && troubleWebhook.parse(JSON.parse(first.body)).data
    if (data && type === 'trouble.started') say(`started  ${kind.padEnd(24)} ${data.title} → ${data.runbook}`)
    if (data && type === 'trouble.ended')
      say(`ended    ${kind.padEnd(24)} since ${data.since}, until ${data.ended ?? '?'}`)
    return found.length === 1
  }
  await stack.parts.runner.stop()
  await until('no runner', async () => (await runners()) === 0, { everyMs: 200, throughErrors: true })
  try {
    for (const kind of TROUBLE_KINDS) {
      const one = TROUBLE_CASES[kind]
      const hourly = one.hourly ?? false
      await one.begin(place)
      for (let looks = 0; looks < LOOKS; looks++) await place.look({ hourly, stand: one.stand?.(place) ?? {} })
      counts.started += (await told(kind, 'trouble.started')) ? 1 : 0
      await one.end(place)
      for (let looks = 0; looks < LOOKS; looks++) await place.look({ hourly, stand: {} })
      counts.ended += (await told(kind, 'trouble.ended')) ? 1 : 0
    }
  } finally {
    runner.end()
  }
  const mails = (await sandbox.mailTo(MAIL)).length
  return { kinds: TROUBLE_KINDS.length, ...counts, mails, wrong }
}
