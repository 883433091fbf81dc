// A one-off blast to All over 500 numbers on the whole product: consent, cooldown and opt-out hold, runner and Worker are
// killed in the middle, and nothing is earned.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OneOffWire } from '../../contract/sending/one-off.ts'
import type { LocalAccount, RemoteAccount, SocketView } from '../../contract/operation/monitor.ts'
import { recipientNumber } from '../../scripts/demo/play.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { type Person, signIn, untilAnswered } from '../../scripts/drive/api.ts'
import { type Controls, controlsOf } from '../../scripts/drive/controls.ts'
import { type Linked, linkAccount } from '../../scripts/drive/link.ts'
import { readBooks } from '../../scripts/drive/record.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { openStack } from '../crash/stack.ts'

const SENDER = '6281120002001'
const numbers = Array.from({ length: 500 }, (_, i) => recipientNumber(i + 1))
const WITHOUT_CONSENT = numbers.slice(0, 30)
const OPTED_OUT = numbers.slice(30, 60)
const COOLING = numbers.slice(60, 90)
const REST = numbers.slice(90)
const LEAVES = REST.at(-1) ?? ''

const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-all-'))
let stack: Stack
let admin: Person
let controls: Controls
let sender: Linked
const add = (list: readonly string[], consent: string): Promise<unknown> => {
  const form = new FormData()
  form.set('file', new File([`number,name\n${list.map((n) => `${n},Penerima`).join('\n')}\n`], 'penerima.csv'))
  if (consent !== '') form.set('consent_source', consent)
  return admin.post('/admin/phonenumber/import', form)
}
beforeAll(async () => {
  stack = await openStack(dataDir, () => {})
  controls = controlsOf(stack.sandboxOrigin ?? '')
  admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  await admin.put('/admin/setting/update', { recipient_cooldown_hours: 168, interval_floor: 0, daily_cap: 1_000 })
  await add(WITHOUT_CONSENT, '')
  await add(numbers.slice(30), 'Formulir')
  await Promise.all(OPTED_OUT.map((number) => admin.post('/admin/suppression', { number })))
  const owner = await signIn(stack.workerOrigin, 'member@demo.test', DEMO_PASSWORD)
  sender = await linkAccount(owner, controls, SENDER, 'qr')
  const interval = { id: sender.accountId, blast_interval_min: 0, blast_interval_max: 0 }
  await owner.put('/admin/whatsapp/interval', interval)
})
afterAll(async () => {
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const send = async (targets: string | string[], message: string): Promise<string> => {
  const body = { senders: SENDER, targets, message }
  // leases are short here: a machine that is busy may have lost one a moment ago
  const start = () => admin.post<{ jobId: string }>('/admin/whatsapp/send-message/1', body)
  return (await untilAnswered('a start', 60_000, start)).jobId
}
const jobWhen = (id: string, is: (job: OneOffWire) => boolean): Promise<OneOffWire> =>
  untilAnswered(
    `job ${id}`,
    90_000,
    async () => {
      const { job } = await admin.get<{ job: OneOffWire }>(`/admin/blaster/${id}`)
      return is(job) ? job : null
    },
    50,
  )
const received = async (text: string): Promise<string[]> =>
  (await controls.allMessages()).filter((m) => m.from === SENDER && m.text.startsWith(text)).map((m) => m.to)
/** Leases are given back and results are in the ledger. */
const settled = (): Promise<true> =>
  untilAnswered('the end of the settlement', 60_000, async () => readBooks(stack.home).leasesHeld === 0)

test('All reaches everybody who may be written to, once, whatever dies', async () => {
  const first = await send([...COOLING, ...OPTED_OUT.slice(0, 2)], 'Pertama')
  const named = await jobWhen(first, (job) => job.status === 'idle')
  expect(named).toMatchObject({ phase: 'finished', total: 32, count_success: 30, count_skipped: 2 })
  await settled()

  const id = await send('All', 'Kedua {name}')
  await jobWhen(id, (job) => job.sent >= 30)
  await controls.reply(LEAVES, SENDER, 'BERHENTI')
  await untilAnswered('the suppression', 10_000, async () => {
    const { list } = await admin.get<{ list: unknown[] }>(`/admin/suppression?search=${LEAVES}`)
    return list.length > 0
  })
  stack.parts.runner.crash()
  await jobWhen(id, (job) => job.sent >= 150)
  stack.parts.worker.crash()
  const job = await jobWhen(id, (one) => one.status === 'idle')
  // acks that the kills swallowed come back as receipts; what never left stays unknown
  const got = await received('Kedua')
  const known = await jobWhen(id, (one) => one.count_success === got.length)
  await settled()

  expect(got.filter((number, i) => got.indexOf(number) !== i)).toEqual([])
  expect([...WITHOUT_CONSENT, ...OPTED_OUT, ...COOLING, LEAVES].filter((number) => got.includes(number))).toEqual([])
  expect(job).toMatchObject({ phase: 'finished', targets: 'all', total: REST.length, sent: REST.length - 1 })
  expect(job.skipped).toEqual([expect.objectContaining({ reason: 'cooldown', count: COOLING.length })])
  expect(known.sent).toBe(known.count_success + known.count_fail + known.count_unknown)
  expect(got.length).toBeGreaterThan(REST.length - 5)
  expect(readBooks(stack.home)).toMatchObject({ blastIncomeSen: 0, ledgerDifference: 0, leasesHeld: 0, rescans: 0 })
}, 240_000)

test('dev’s monitors show the object, its runner and the sockets, and none of the texts', async () => {
  const dev = await signIn(stack.workerOrigin, 'dev@demo.test', DEMO_PASSWORD)
  const get = <T>(view: string) =>
    dev.get<{ data: T }>(`/dev/monitor/${view}?id=${sender.clientid}`).then((answer) => answer.data)
  const remote = await untilAnswered('the runner’s word', 30_000, async () => {
    const seen = await get<RemoteAccount>('remote')
    return seen.session?.connection === 'open' ? seen : null
  })
  expect(remote).toMatchObject({ answer: 'answered', runner: { report: { socketsOpen: 1 } } })
  expect(remote.session?.epoch).toBe(remote.lease.epoch)
  const local = await get<LocalAccount>('local')
  expect(local).toMatchObject({ state: 'connected', status: 'idle', job: null, runnerSocket: true })
  expect(local.attempts.last[0]?.jobId).toEqual(expect.any(String))
  const socket = await get<SocketView>('socket')
  expect(socket.account).toEqual([expect.objectContaining({ current: true, epoch: remote.lease.epoch })])
  expect(socket.control).toHaveLength(1)
  expect(JSON.stringify([remote, local, socket])).not.toMatch(/Pertama|Kedua|"data":"/)
})
