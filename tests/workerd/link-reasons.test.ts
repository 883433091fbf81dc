// Why a link attempt ended, as the person's page hears it.
import { beforeAll, describe, expect, test } from 'vitest'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { eventFrame } from '../support/event-frames.ts'
import type { Fact } from '../../contract/operation/runner.ts'
import { PASSKEY_ASKED } from '../../contract/sending/whatsapp-codes.ts'
import { LINK_FAILURES, type LinkFailure } from '../../contract/sending/link-failures.ts'
import { accountObject, userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { linkRequest, stage } from './support/stage.ts'

const runner = new FakeRunner('link-reasons')
beforeAll(async () => {
  await stage()
  await runner.join()
})
const closed = (code: number, detail = 'test'): Fact => ({
  kind: 'closed',
  code,
  detail,
  reachedWhatsapp: true,
  proxyFailed: false,
})
const listening = async (userId: string): Promise<BrowserEvent[]> => {
  const headers = { upgrade: 'websocket', 'x-session': 's', 'x-device': `client-${userId}` }
  const { webSocket } = await userChannel(bound, userId).fetch(new Request('https://channel/ws', { headers }))
  const heard: BrowserEvent[] = []
  webSocket?.accept()
  webSocket?.addEventListener('message', ({ data }) => {
    const frame = eventFrame.parse(JSON.parse(String(data)))
    heard.push(...('events' in frame ? frame.events : [frame]))
  })
  return heard
}

describe('rule linking: an attempt that WhatsApp ends', () => {
  test.each([
    [405, 'Connection Failure', 'version_refused'],
    [409, 'Stream Errored (device-limit)', 'device_limit'],
    [409, PASSKEY_ASKED, 'passkey'],
    [463, 'x', 'restricted'],
    [400, 'x', 'refused'],
  ] as const)('with %i %s says %s', async (code, detail, reason: LinkFailure) => {
    const userId = `reason-${reason}`
    await makeLender(userId)
    const heard = await listening(userId)
    const accountId = `acc-${reason}`
    const request = linkRequest(accountId, userId)
    expect(await accountObject(bound, accountId).beginLink(request)).toMatchObject({ ok: true })
    const { socket } = await runner.take(accountId)
    socket.say({ kind: 'hello', connection: 'none', me: null })
    await until('link command', () => socket.commands.some((c) => c.kind === 'link'))
    socket.say(closed(code, detail))
    const told = await until('link_failed', () => heard.find((e) => e.event === 'link_failed'))
    expect(told.payload).toMatchObject({ reason, msg: LINK_FAILURES[reason] })
  })
})
