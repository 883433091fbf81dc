// The realtime benchmark: from the moment the sandbox's WhatsApp took a message to the event in its owner's client, while
// accounts of many people blast and a thousand sockets are open.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { WebSocket } from 'ws'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { hashToken } from '../../domain/ground/crypto/token.ts'
import { importRecipients, startBlast } from '../../scripts/demo/play.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { seedDemoData } from '../../scripts/demo-data/seed.ts'
import { asPerson, type Person, signIn } from '../../scripts/drive/api.ts'
import { pause } from '../../scripts/drive/until.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { linkAccount } from '../../scripts/drive/link.ts'
import { migrate, withDatabase } from '../../scripts/stack/database.ts'
import { localSecrets } from '../../scripts/stack/secrets.ts'
import { homeOf, type Stack, startStack } from '../../scripts/stack/stack.ts'
import { type Figure, figure, percentile } from './figures.ts'

export type RealtimeSize = { sockets: number; perSecond: number; seconds: number; rounds: number }
const OPEN_AT_ONCE = 25
const DAY_MS = 86_400_000
/** An account takes so many numbers at a time. */
const CLAIM = 60
/** One message a second from each account. */
const INTERVAL_S = 1
const tokenOf = (i: number): string => `token-of-somebody-${String(i).padStart(8, '0')}`

/** So many people, each signed in. */
const addPeople = async (count: number): Promise<(db: DatabaseSync) => void> => {
  const now = Date.now()
  const hashes = await Promise.all(Array.from({ length: count }, (_, i) => hashToken(tokenOf(i))))
  return (db) => {
    const person = db.prepare(`insert into users (id, firstname, lastname, email, password_hash, role, level_id,
        blast_interval_min, blast_interval_max, referral_code, created_at)
      values (?, 'Orang', ?, ?, '', 'member', 'demo-level-1', ${INTERVAL_S}, ${INTERVAL_S}, ?, ?)`)
    const session = db.prepare('insert into sessions (token_hash, user_id, created_at, expires_at) values (?, ?, ?, ?)')
    db.exec('begin')
    hashes.forEach((hash, i) => {
      person.run(`p${i}`, String(i), `orang${i}@x.test`, `R${i}`, now)
      session.run(hash, `p${i}`, now, now + 30 * DAY_MS)
    })
    db.exec('commit')
  }
}

type Heard = (event: BrowserEvent, at: number) => void
const openSocket = (stack: Stack, i: number, heard: Heard): Promise<WebSocket> =>
  new Promise((done, fail) => {
    const at = stack.workerOrigin.replace('http', 'ws')
    const socket = new WebSocket(`${at}/api/ws?deviceId=client-p${i}&token=${tokenOf(i)}`)
    socket.on('open', () => done(socket))
    socket.on('error', fail)
    socket.on('message', (data) => {
      const now = Date.now()
      const frame = JSON.parse(String(data)) as BrowserEvent | { events: BrowserEvent[] }
      for (const event of 'events' in frame ? frame.events : [frame]) heard(event, now)
    })
  })

const linkAll = async (stack: Stack, people: readonly Person[]) => {
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const linked = []
  for (const [i, owner] of people.entries())
    linked.push({ owner, ...(await linkAccount(owner, controls, `6281130${String(10_001 + i)}`, 'qr')) })
  return linked
}
const prepare = async (stack: Stack, numbers: number): Promise<void> => {
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  await admin.put('/admin/setting/update', { recipient_cooldown_hours: 168, interval_floor: 0 })
  await admin.post('/admin/message/create', { text: '<p>Halo, promo minggu ini.</p>', button: [], status: 'active' })
  await importRecipients(admin, numbers)
}

const measure = async (
  stack: Stack,
  size: RealtimeSize,
  say: (line: string) => void,
): Promise<Record<string, Figure>> => {
  const people = Array.from({ length: size.perSecond }, (_, i) => asPerson(stack.workerOrigin, `p${i}`, tokenOf(i)))
  const runMs = size.seconds * size.rounds * 1_000
  // more than are sent: none of the accounts runs out
  await prepare(stack, size.perSecond * (size.seconds * size.rounds + CLAIM))
  const linked = await linkAll(stack, people)
  say(`${linked.length} accounts linked`)
  const arrived = new Map<string, number>()
  const hear: Heard = ({ event, payload }, at) => {
    if (event !== 'count_success') return
    const { number } = payload
    if (number && !arrived.has(number)) arrived.set(number, at)
  }
  const sockets: WebSocket[] = []
  for (let i = 0; i < size.sockets; i += OPEN_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPEN_AT_ONCE, size.sockets - i) }, (_, j) =>
      openSocket(stack, i + j, hear),
    )
    sockets.push(...(await Promise.all(some)))
  }
  say(`${sockets.length} sockets open`)
  await Promise.all(linked.map(({ owner, ...account }) => startBlast(owner, account)))
  await pause(runMs)
  await Promise.all(
    linked.map(({ owner, accountId }) => owner.post('/admin/whatsapp/stop-blasting', { whatsappClientId: accountId })),
  )
  await pause(2_000)
  const stillOpen = sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length
  for (const socket of sockets) socket.terminate()
  const sent = (await controlsOf(stack.sandboxOrigin ?? '').allMessages()).filter((message) => message.acked)
  const first = Math.min(...sent.map((message) => message.time))
  const span = Math.max(...sent.map((message) => message.time)) - first + 1
  const rounds = Array.from({ length: size.rounds }, (_, r) => {
    const mine = sent.filter((message) => Math.floor(((message.time - first) * size.rounds) / span) === r)
    const delays = mine.flatMap(({ to, time }) => (arrived.has(to) ? [(arrived.get(to) ?? 0) - time] : []))
    return { delays, missed: mine.length - delays.length, perSecond: (mine.length * 1_000 * size.rounds) / span }
  })
  say(`${sent.length} messages, ${arrived.size} events heard`)
  const of = (unit: string, value: (r: (typeof rounds)[number]) => number, aim: { atMost: number } | null): Figure =>
    figure(unit, rounds.map(value), null, aim)
  return {
    p50: of('ms from ack to event', ({ delays }) => percentile(delays, 0.5), null),
    p99: of('ms from ack to event', ({ delays }) => percentile(delays, 0.99), { atMost: 250 }),
    eventsPerSecond: of('events/s', ({ perSecond }) => perSecond, null),
    eventsMissed: of('events', ({ missed }) => missed, { atMost: 0 }),
    openSockets: figure('sockets open at the end', [stillOpen], null, null),
  }
}

/** One stack; the rounds are thirds of one blast. */
export const benchRealtime = async (
  size: RealtimeSize,
  say: (line: string) => void,
): Promise<Record<string, Figure>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  const home = homeOf(dataDir, false)
  mkdirSync(home, { recursive: true })
  localSecrets(home)
  await migrate(home)
  await seedDemoData(home, 'people')
  withDatabase(home, await addPeople(size.sockets))
  const stack = await startStack({ dataDir, page: false, on: 'miniflare' })
  try {
    return await measure(stack, size, say)
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
