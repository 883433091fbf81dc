// Settings and numbers for tests of objects, an account linked through the fake runner, and what is inside of it.
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { vi } from 'vitest'
import { ADMIN_CLIENT_ID } from '../../../contract/ground/channels.ts'
import type { Fact } from '../../../contract/operation/runner.ts'
import { type AccountPurpose } from '../../../contract/ground/account-purpose.ts'
import { LINK_CONSENT_VERSION } from '../../../contract/sending/whatsapp.ts'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Db } from '../../../domain/ground/db/connection.ts'
import type { SettlePorts } from '../../../domain/money/settlement/settle-batches.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { Clock } from '../../../durable-objects/account-blast/core/clock.ts'
import { accountObject, adminChannel } from '../../../durable-objects/stubs.ts'
import { until } from '../../../scripts/drive/until.ts'
import { all, bound, db, one, run } from './database.ts'
import type { FakeAccountSocket, FakeRunner } from './fake-runner.ts'

/** Opens an admin's socket: an account that no admin listens to stays awake for seconds, to report to one who might come. */
const letAdminListen = async (): Promise<void> => {
  const headers = { upgrade: 'websocket', 'x-session': 's', 'x-device': ADMIN_CLIENT_ID }
  const { webSocket } = await adminChannel(bound).fetch(new Request('https://channel/ws', { headers }))
  webSocket?.accept()
}

export const stage = async (settings: Record<string, string> = {}, { adminListens = true } = {}): Promise<void> => {
  if (adminListens) await letAdminListen()
  const values = {
    interval_floor: '0',
    send_window_start: '00:00',
    send_window_end: '24:00',
    daily_cap: '1000',
    lookup_daily_cap: '1000000',
    recipient_cooldown_hours: '168',
    referral_percent: '10',
    price: '100',
    settle_after_s: '0',
    ...settings,
  }
  for (const [key, value] of Object.entries(values))
    await run('insert or replace into settings (key, value) values (?, ?)', key, value)
  await run(
    `insert or ignore into levels (id, name, blast_fee, requirement_blast, created_at) values ('bronze', 'Bronze', 100, 0, 0), ('silver', 'Silver', 150, 5, 0)`,
  )
  await run(
    `insert or ignore into templates (id, text, text_wa, button, status, created_at) values ('t1', 'Halo {name}', 'Halo {name}', '[{"id":"1","title":"Lain kali saja","url":"","type":"stop_button"}]', 'active', 0)`,
  )
}
export const numbers = async (from: number, count: number): Promise<string[]> => {
  const list = Array.from({ length: count }, (_, i) => String(6281200000000 + from + i))
  await run(
    `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
     select value, 'N', 'active', 'test', 1, 'admin', 0 from json_each(?)`,
    JSON.stringify(list),
  )
  return list
}

/** By QR, for blasts. */
export const linkRequest = (accountId: string, userId: string) =>
  ({ accountId, clientid: `client-${accountId}`, userId, purpose: 'blast', mode: 'qr', phone: null }) as const
/** As the page asks for a link. */
export const newClientBody = (userId: string, deviceId: string, more: object = {}) => ({
  deviceId,
  previousDeviceId: null,
  userId,
  phoneNumber: '',
  consentVersion: LINK_CONSENT_VERSION,
  ...more,
})
let minted = 0
/** @param phone absent: one that nobody had before */
export const linkedAccount = async (
  runner: FakeRunner,
  userId: string,
  purpose: AccountPurpose = 'blast',
  phone = String(6285700000000 + ++minted),
) => {
  const accountId = `acc-${crypto.randomUUID()}`
  const object = accountObject(bound, accountId)
  const begun = await object.beginLink({ ...linkRequest(accountId, userId), purpose })
  if (!begun.ok) throw new Error(begun.refusal)
  const { socket, epoch } = await runner.take(accountId)
  socket.say({ kind: 'hello', connection: 'none', me: null })
  await until('link command', () => socket.commands.some((c) => c.kind === 'link'))
  socket.say({ kind: 'qr', qr: 'https://wa.me/x', ttlMs: 60_000 })
  const me = { phone, lid: `9${phone}`, pushname: 'Uji' }
  socket.say(
    { kind: 'rows', rows: [{ type: 'creds', id: 'creds', owner: null, data: 'e30=' }] },
    { kind: 'paired', me },
  )
  socket.say({ kind: 'closed', code: 515, detail: 'restart', reachedWhatsapp: true, proxyFailed: false })
  await until('connect command', () => socket.commands.some((c) => c.kind === 'connect'))
  socket.say({ kind: 'open', me })
  await until('row', async () => (await all('select 1 from whatsapp where id = ?', accountId)).length === 1)
  return { accountId, object, socket, epoch, phone, me }
}
export const acked = (socket: FakeAccountSocket, i: number): Extract<Fact, { kind: 'result' }> => {
  const sent = socket.sends()[i]
  if (!sent) throw new Error(`no send ${i}`)
  const { attemptId, messageId } = sent
  const none = { error: null, reason: null, backoffS: null, lid: null }
  return { kind: 'result', attemptId, messageId, outcome: 'acked', ...none, rows: [] }
}
export const portsOf = (db: Db): SettlePorts => ({
  db,
  hashKeys: hashRing(bound),
  dropNumber: (id, number) => accountObject(bound, id).drop(number),
  numberOf: (id, attemptId) => accountObject(bound, id).numberOf(attemptId),
})
/** Runs like the Queue's consumer would, with these batches in this order. */
export const deliver = async (batches: SettlementBatch[]) => {
  const { settleBatches } = await import('../../../domain/money/settlement/settle-batches.ts')
  return settleBatches(portsOf(db), batches, Date.now())
}

/** A message to this recipient arrived, and taught that they have this LID. @throws Error where that is not settled */
export const teachLid = async (
  { accountId, userId, sequence = 1 }: { accountId: string; userId: string; sequence?: number },
  { number, lidHash, at = Date.now() }: { number: string; lidHash: string; at?: number },
): Promise<void> => {
  const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
  const result = {
    attemptId: `lid-${number}`,
    numberId: id,
    templateId: null,
    priceSen: 0,
    from: 'none' as const,
    to: 'success' as const,
    notRegistered: false,
    at,
    attemptedAt: at,
    lidHash,
  }
  const { problems } = await deliver([{ accountId, sequence, userId, results: [result], reversals: [] }])
  if (problems.length > 0) throw new Error(problems.join(', '))
}

type Inside = {
  alarm: () => Promise<void>
  sql: SqlStorage
  sockets: () => WebSocket[]
}
/** Works inside the account's object: its tables, its sockets, its alarm. */
export const inside = async <T>(
  object: ReturnType<typeof accountObject>,
  act: (inside: Inside) => T | Promise<T>,
): Promise<T> =>
  runInDurableObject(object as unknown as DurableObjectStub, (instance, state) => act(insideOf(instance, state)))

const insideOf = (instance: DurableObject, state: DurableObjectState): Inside => ({
  alarm: async () => instance.alarm?.(),
  sql: state.storage.sql,
  sockets: () => state.getWebSockets(),
})
/** Ends the object as a crash does, once what `before` writes is safe. Nothing else of the object runs in between; then it lives again. */
export const kill = async (
  object: ReturnType<typeof accountObject>,
  before: (sql: SqlStorage) => void = () => undefined,
): Promise<void> => {
  let isOver = false
  // a stub that saw its object end fails for ever: this one is used for nothing else
  const stub = (): DurableObjectStub => bound.ACCOUNT_BLAST.get((object as unknown as DurableObjectStub).id)
  const end = runInDurableObject(stub(), (_, state) =>
    // the gate is closed at once, or an event of the object could write again what the test has just deleted
    state.blockConcurrencyWhile(async () => {
      before(state.storage.sql)
      await state.storage.sync()
      isOver = true
      state.abort('put to sleep by a test')
    }),
  )
  await end.catch((error: unknown) => {
    if (!isOver) throw error
  })
  await until('it to live again', () => runInDurableObject(stub(), () => true), { throughErrors: true })
}
/**
 * The object sleeps, and wakes up with this in its document (a JSON merge patch). What it still did before it slept may have written
 * what it had in memory over it: then once more, until it lives with it.
 */
export const wakeWith = async (object: ReturnType<typeof accountObject>, patch: object): Promise<void> => {
  const text = JSON.stringify(patch)
  await until(`it to wake up with ${text}`, async () => {
    await inside(object, ({ sql }) => sql.exec('update document set value = json_patch(value, ?)', text))
    await evictDurableObject(object)
    return inside(
      object,
      ({ sql }) => sql.exec('select 1 from document where json_patch(value, ?) = value', text).toArray().length > 0,
    )
  })
}
const LEASE_OVER_MS = 36_000
/**
 * The runner is gone and its lease with it: what the lease timer does when it fires. Only the account's clock is set
 * forward, and only for that moment; so what the object noted then, to wait for, is over at once.
 */
export const leaseRunsOut = async (
  object: ReturnType<typeof accountObject>,
  { mayBeOpenForMs = 0 }: { mayBeOpenForMs?: number } = {},
): Promise<void> => {
  const connected = ({ sql }: Inside) =>
    sql.exec(`select 1 from document where value ->> '$.runner.connected'`).toArray().length > 0
  await inside(object, ({ sockets }) => {
    for (const ws of sockets()) ws.close(1012, 'gone')
  })
  await until('the socket is gone', () => inside(object, (i) => !connected(i)))
  const clock = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => Date.now() + LEASE_OVER_MS)
  await inside(object, ({ alarm }) => alarm()).finally(() => clock.mockRestore())
  await wakeWith(object, { mayBeOpenUntil: Date.now() + mayBeOpenForMs })
}
