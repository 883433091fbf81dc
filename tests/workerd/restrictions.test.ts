// What WhatsApp restricts, and how long (rule restricted).
import { describe, expect, test, vi } from 'vitest'
import { Clock } from '../../durable-objects/account-blast/core/clock.ts'
import { type Blasting, blastSends, stageBlasts } from './support/blasting.ts'
import { documentOf, fire } from './support/document.ts'
import { until } from '../../scripts/drive/until.ts'
import { one } from './support/database.ts'
import { acked, linkedAccount } from './support/stage.ts'

const { runner, blasting, someone } = stageBlasts('restrictions')

describe('a restriction', () => {
  const until8h = () => Date.now() + 8 * 3_600_000
  const restrictedUntil = async (object: Blasting['object']) => (await documentOf(object)).restrictedUntil ?? 0
  test('rule restricted: is never shortened by a shorter or unknown end, and ends when WhatsApp lifts it', async () => {
    const { object, socket } = await linkedAccount(runner, await someone())
    const end = until8h()
    socket.say({ kind: 'restricted', cause: 'reachout', until: end })
    socket.say({ kind: 'restricted', cause: 'reachout', until: null })
    socket.say({ kind: 'restricted', cause: 'reachout', until: Date.now() + 60_000 })
    socket.say({ kind: 'restricted', cause: 'chat_cap', until: Date.now() + 120_000 })
    await until('all heard', () => socket.acked >= 10)
    expect(await restrictedUntil(object)).toBe(end)
    socket.say({ kind: 'unrestricted', cause: 'reachout' })
    await until('the other one stands', async () => (await restrictedUntil(object)) < end)
    expect((await object.snapshot())?.state).toBe('restricted')
    socket.say({ kind: 'unrestricted', cause: 'chat_cap' })
    await until('lifted', async () => (await object.snapshot())?.state === 'connected')
  })
  test('stops a message that is still on its way out', async () => {
    const { socket } = await blasting(1)
    socket.say({ kind: 'restricted', cause: 'reachout', until: until8h() })
    const cancelled = () => socket.commands.find((c) => c.kind === 'cancel')
    expect(await until('a cancel', cancelled)).toMatchObject({ attemptIds: [socket.sends()[0]?.attemptId] })
  })
  test('rule restricted: once WhatsApp lifts it the blast goes on, however long it was to last', async () => {
    const { object, socket } = await blasting(2)
    socket.say({ kind: 'restricted', cause: 'reachout', until: until8h() }, acked(socket, 0))
    await until('it waits', async () => (await object.snapshot())?.waitReason === 'restricted')
    socket.say({ kind: 'unrestricted', cause: 'reachout' })
    await until('the next send', () => blastSends(socket)[1])
  })
  test('is still shown after a stop', async () => {
    const { object, socket } = await blasting(2)
    socket.say({ ...acked(socket, 0), outcome: 'rejected', error: 463 })
    await until('restricted', async () => (await object.snapshot())?.state === 'restricted')
    await object.stop()
    await until('the row says so', async () => {
      const row = await one<{ s: string; t: string }>(
        'select state as s, status as t from whatsapp where id = ?',
        (await documentOf(object)).accountId,
      )
      return row.s === 'restricted' && row.t === 'idle'
    })
  })
})

describe('rule suspension: anyone who removes the account and links its number again', () => {
  const again = async (object: Blasting['object'], phone: string) => {
    expect((await object.remove()).ok).toBe(true)
    const linked = await linkedAccount(runner, await someone(), 'blast', phone)
    return { ...linked, shown: await linked.object.snapshot() }
  }
  test('ends no strike, no suspension, no restriction and no cap of the day', async () => {
    const { object, socket, phone } = await blasting(2)
    socket.say(acked(socket, 0))
    await until('the second', () => socket.sends()[1])
    socket.say({ kind: 'revoked', messageIds: [socket.sends()[0]?.messageId ?? ''] }, acked(socket, 1))
    socket.say({ kind: 'restricted', cause: 'reachout', until: Date.now() + 8 * 3_600_000 })
    const restricted_until = await until('all is known', async () => {
      const shown = await object.snapshot()
      return shown?.suspended && shown.status === 'idle' && shown.restricted_until
    })
    const left = { suspended_count: 1, sent_today: 2, restricted_until }
    const second = await again(object, phone)
    expect(second.shown).toMatchObject({ ...left, state: 'suspended' })
    expect(await second.object.start()).toEqual({ ok: false, refusal: 'account_suspended' })
    // an admin lifts it once, for the number
    expect((await second.object.activate()).ok).toBe(true)
    const third = await again(second.object, phone)
    expect(third.shown).toMatchObject({ ...left, state: 'restricted' })
    // a new pairing ends a ban, and not its strike
    third.socket.say({ kind: 'closed', code: 403, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
    await until('banned', async () => (await third.object.snapshot())?.suspended)
    expect((await again(third.object, phone)).shown).toMatchObject({ ...left, suspended_count: 2, state: 'restricted' })
  })
  test('keeps a restriction until its end, which the row of the idle account then tells, too', async () => {
    const { object, socket, phone } = await linkedAccount(runner, await someone())
    const end = Date.now() + 8 * 3_600_000
    socket.say({ kind: 'restricted', cause: 'reachout', until: end })
    await until('restricted', async () => (await object.snapshot())?.state === 'restricted')
    const second = await again(object, phone)
    const row = async () =>
      (await one<{ s: string }>('select state as s from whatsapp where id = ?', second.accountId)).s
    await until('its row says so', async () => (await row()) === 'restricted')
    await until('its end is waited for', async () => (await documentOf(second.object)).timers.restriction === end)
    const clock = vi.spyOn(Clock.prototype, 'now').mockReturnValue(end)
    await fire(second.object, 'restriction').finally(() => clock.mockRestore())
    await fire(second.object, 'row')
    expect(await row()).toBe('connected')
  })
})
