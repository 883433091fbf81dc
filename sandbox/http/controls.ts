// The controls of the sandbox: what a person does with a phone, and what WhatsApp does on command.
import { Hono } from 'hono'
import { command } from '../protocol/faults/command.ts'
import { listHolds } from '../protocol/faults/hold.ts'
import { unlink } from '../protocol/faults/kicks.ts'
import { deleteForEveryone, reply } from '../protocol/inbound.ts'
import { enterCode } from '../protocol/link-code.ts'
import { latestHint, scan, waitingPairings } from '../protocol/pairing.ts'
import { readAll } from '../protocol/receipts.ts'
import { Refusal } from '../protocol/refusal.ts'
import { deviceKey, type World } from '../protocol/world.ts'
import { parse, parseBody } from './errors.ts'
import { faultBody } from './fault-schema.ts'
import { presentChats, presentMessage } from './present.ts'
import * as schemas from './schemas.ts'
import { readLookups, readStats, resetStats } from './stats.ts'

const HINTS_KEPT = 50
const PAGE = 50_000
const CHAT_BUBBLES = 3000

export function controlRoutes(world: World): Hono {
  const { store } = world
  return new Hono()
    .post('/scan', async (c) => {
      const { phone, qr, latest } = await parseBody(c, schemas.scanBody)
      const jid = await scan(world, phone, latest ? latestHint(world) : (qr ?? ''))
      return c.json({ ok: true, jid })
    })
    .post('/enter-code', async (c) => {
      const { phone, code } = await parseBody(c, schemas.codeBody)
      return c.json({ ok: true, jid: await enterCode(world, phone, code) })
    })
    .post('/qr-hint', async (c) => {
      const { qr } = await parseBody(c, schemas.hintBody)
      world.qrHints = [...world.qrHints.filter((hint) => hint.qr !== qr), { qr, at: Date.now() }].slice(-HINTS_KEPT)
      world.tell({ kind: 'waiting' })
      return c.json({ ok: true })
    })
    .get('/waiting', (c) => c.json({ ok: true, waiting: waitingPairings(world) }))
    .get('/messages', (c) => {
      const asked = c.req.query('phone')
      if (asked === undefined) {
        return c.json({
          ok: true,
          data: store.messages.all(PAGE, Number(c.req.query('after') ?? 0)).map(presentMessage),
        })
      }
      const phone = parse(schemas.phone, asked)
      const data = store.messages.receivedBy(phone).map(presentMessage)
      return c.json({ ok: true, phone, data, messages: data })
    })
    .get('/chats', (c) => {
      const phone = parse(schemas.phone, c.req.query('phone'))
      const messages = [...store.messages.receivedBy(phone), ...store.messages.sentBy(phone)]
      const data = presentChats(phone, messages, store.replies.ofPhone(phone)).slice(-CHAT_BUBBLES)
      return c.json({ ok: true, phone, data })
    })
    .post('/reply', async (c) => {
      const { from, to, text, lid } = await parseBody(c, schemas.replyBody)
      const id = await reply(world, { from, to, text, lid: lid ?? false })
      await store.committed()
      return c.json({ ok: true, id, messageId: id })
    })
    .post('/delete', async (c) => {
      const { phone, messageId } = await parseBody(c, schemas.deleteBody)
      await deleteForEveryone(world, phone, messageId)
      await store.committed()
      return c.json({ ok: true })
    })
    .post('/read', async (c) => {
      const { phone, from } = await parseBody(c, schemas.readBody)
      const count = readAll(world, phone, from)
      await store.committed()
      return c.json({ ok: true, count })
    })
    .post('/contacts', async (c) => {
      const { from, to, registered } = await parseBody(c, schemas.contactsBody)
      store.contacts.set(from, to ?? from, registered)
      await store.committed()
      return c.json({ ok: true })
    })
    .post('/fault', async (c) => {
      const { phone, times, ...fault } = await parseBody(c, faultBody)
      command(world, fault, { phone, times })
      await store.committed()
      return c.json({ ok: true, faults: listFaults(world) })
    })
    .get('/faults', (c) => c.json({ ok: true, data: listFaults(world) }))
    .get('/phones', (c) => c.json({ ok: true, data: store.phones.list().map((one) => presentPhone(world, one.phone)) }))
    .post('/phones', async (c) => {
      const { phone, name } = await parseBody(c, schemas.phoneBody)
      store.phones.add(phone, name)
      await store.committed()
      return c.json({ ok: true, data: presentPhone(world, phone) })
    })
    .post('/unlink', async (c) => {
      const { phone, deviceId } = await parseBody(c, schemas.unlinkBody)
      const devices = store.devices.of(phone).filter(({ id }) => deviceId === undefined || id === deviceId)
      if (devices.length === 0) throw new Refusal(404, 'no_device', 'Perangkat itu tidak tertaut.')
      for (const { id } of devices) unlink(world, phone, id)
      await store.committed()
      return c.json({ ok: true, count: devices.length })
    })
    .get('/lookups', (c) => {
      const numbers = [...world.lookups.times].map(([number, times]) => ({ number, times }))
      return c.json({ ok: true, ...readLookups(world), data: numbers })
    })
    .get('/stats', (c) => c.json(readStats(world)))
    .post('/reset-stats', (c) => {
      resetStats(world)
      return c.json({ ok: true })
    })
    .get('/mail', (c) => {
      const data = store.mail.list(c.req.query('to'))
      return c.json({ ok: true, data, mail: data })
    })
    .post('/mail', async (c) => {
      const mail = await parseBody(c, schemas.mailBody)
      const id = store.mail.add(mail, Date.now())
      await store.committed()
      world.tell({ kind: 'mail', to: mail.to, id })
      return c.json({ ok: true, id })
    })
}

const listFaults = (world: World) => [...world.faults.list(), ...listHolds(world)]

function presentPhone(world: World, phone: string) {
  const { name, banned, capped, restrictedUntil } = world.store.phones.get(phone)
  const devices = world.store.devices.of(phone).map(({ id, linkedAt }) => ({
    id,
    linkedAt,
    online: world.online.has(deviceKey(phone, id)),
  }))
  return { phone, name, banned, capped, restrictedUntil, devices }
}
