// The version of WhatsApp's client reaches accounts that get no claim: those that are linked, and those that WhatsApp refuses.
import { beforeAll, expect, test } from 'vitest'
import { accountObject } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { documentOf, fire } from './support/document.ts'
import { bound, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { linkedAccount, linkRequest, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-version')
const set = (version: string): Promise<unknown> =>
  run(`insert or replace into settings (key, value) values ('whatsapp_version', ?)`, version)

beforeAll(async () => {
  await stage()
  await runner.join()
})

test('rule reconnect: who is refused with 405 asks which version the setting names, and dials with it', async () => {
  const { id } = await makeLender('refused')
  const { object, socket } = await linkedAccount(runner, id)
  for (const version of ['2.3000.77', '']) {
    const before = socket.commands.length
    await set(version)
    socket.say({ kind: 'closed', code: 405, detail: 'test', reachedWhatsapp: true, proxyFailed: false })
    await until('the answer', async () => (await documentOf(object)).askedVersion?.version === (version || null))
    await fire(object, 'reconnect')
    const dial = await until('another dial', () => socket.commands.slice(before).find((c) => c.kind === 'connect'))
    expect(dial).toMatchObject({ waVersion: version || null })
  }
})

test('rule linking: an attempt to link dials with the version that the setting names', async () => {
  await set('2.3000.78')
  const { id } = await makeLender('new')
  const account = accountObject(bound, 'acc-new')
  expect(await account.beginLink(linkRequest('acc-new', id))).toMatchObject({ ok: true })
  const { socket } = await runner.take('acc-new')
  socket.say({ kind: 'hello', connection: 'none', me: null })
  const command = await until('link command', () => socket.commands.find((c) => c.kind === 'link'))
  expect(command).toMatchObject({ waVersion: '2.3000.78' })
})
