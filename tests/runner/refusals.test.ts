// WhatsApp refuses, leaves out, keeps silent or is late. Nothing is counted against a recipient for it, nothing leaves
// after its deadline, and nothing that only this runner knows is lost.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fact } from '../../contract/operation/runner.ts'
import type { Runner } from '../../runner/runner.ts'
import { TIMES } from '../../runner/whatsapp/socket.ts'
import type { FakeObject } from './support/fake-worker.ts'
import { until } from '../../scripts/drive/until.ts'
import { DIRECT, openRunnerBench, type RunnerBench, sendCommand, sent } from './support/bench.ts'

const ME = '6281340000001'
let bench: RunnerBench
let runner: Runner
let object: FakeObject
beforeAll(async () => {
  bench = await openRunnerBench()
  runner = await bench.runner({}, { ...TIMES, storeMs: 1_500 })
  object = await bench.link('refused', ME)
})
afterAll(() => bench.close())
const fault = (body: object) => bench.ask('/fault', { phone: ME, ...body })
const textsOf = async (phone: string) => (await bench.messages(phone)).map(({ text }) => text)
const arrived = async (phone: string): Promise<void> => {
  await until(`a message at ${phone}`, async () => (await textsOf(phone)).length > 0)
}
const resultOf = (of: FakeObject, attemptId: string) => of.next('result', 0, (fact) => fact.attemptId === attemptId)

describe('a message whose recipient WhatsApp does not tell about', () => {
  const refused = { outcome: 'failed', reason: 'refused' }
  it('is not sent when the look-up is refused inside its answer', async () => {
    await fault({ kind: 'usync-error', code: 429, backoff: 600 })
    expect(await sent(object, sendCommand('6281340000101', 'a'))).toMatchObject({ ...refused, backoffS: 600 })
  })
  it('is not sent when the answer leaves the number out', async () => {
    await fault({ kind: 'usync-gap' })
    expect(await sent(object, sendCommand('6281340000102', 'b'))).toMatchObject(refused)
  })
  it('is not sent when the query is refused', async () => {
    await fault({ kind: 'query-error', query: 'usync-contact', code: 429 })
    expect(await sent(object, sendCommand('6281340000103', 'c'))).toMatchObject(refused)
  })
  it('is not sent when its devices or keys are refused', async () => {
    await fault({ kind: 'usync-error', protocol: 'devices' })
    expect(await sent(object, sendCommand('6281340000104', 'd'))).toMatchObject(refused)
    await fault({ kind: 'query-error', query: 'keys', code: 503, times: 2 })
    expect(await sent(object, sendCommand('6281340000105', 'e'))).toMatchObject(refused)
  })
  it('and none of them got anything; the next one does', async () => {
    expect(await sent(object, sendCommand('6281340000106', 'f'))).toMatchObject({ outcome: 'acked' })
    for (const n of [101, 102, 103, 104, 105]) expect(await textsOf(`6281340000${n}`)).toEqual([])
    expect(await textsOf('6281340000106')).toEqual(['f'])
  })
})

describe('a look-up', () => {
  const lookup = async (requestId: string, numbers: string[]) => {
    object.command({ kind: 'lookup', requestId, numbers })
    return object.next('lookedUp', 0, (fact) => fact.requestId === requestId)
  }
  it('answers for those numbers only of which WhatsApp says something', async () => {
    await bench.ask('/contacts', { from: '6281340000202', registered: false })
    await fault({ kind: 'usync-gap', numbers: ['6281340000203'] })
    const fact = await lookup('gap', ['6281340000201', '6281340000202', '6281340000203'])
    expect(fact.error).not.toBeNull()
    expect(fact.results).toEqual([
      { number: '6281340000201', registered: true },
      { number: '6281340000202', registered: false },
    ])
  })
  it('that is refused says why, and for how long', async () => {
    await fault({ kind: 'usync-error', code: 429, backoff: 120 })
    expect(await lookup('refused', ['6281340000201'])).toMatchObject({ results: [], code: 429, backoffS: 120 })
  })
})

describe('a message that is held up', () => {
  it('does not leave after its deadline', async () => {
    await fault({ kind: 'slow-lookup' })
    const late = [301, 302, 303].map((n) => ({ ...sendCommand(`6281340000${n}`, 'x'), notAfter: Date.now() + 150 }))
    object.command(...late)
    for (const { attemptId } of late)
      expect(await resultOf(object, attemptId)).toMatchObject({ outcome: 'failed', reason: 'late' })
    await fault({ kind: 'clear' })
    for (const { number } of late) expect(await textsOf(number)).toEqual([])
  })
  it('keeps the next one waiting: sends of an account are serial', async () => {
    await fault({ kind: 'hold-acks', seconds: 30 })
    const [first, second] = [sendCommand('6281340000311', 'satu'), sendCommand('6281340000312', 'dua')]
    object.command(first, second)
    await arrived('6281340000311')
    // commanded later for another account, and acked
    const other = await bench.link('beside', '6281340000009')
    expect(await sent(other, sendCommand('6281340000313', 'tiga'))).toMatchObject({ outcome: 'acked' })
    expect(await textsOf('6281340000312')).toEqual([])
    await fault({ kind: 'release-acks' })
    expect(await resultOf(object, first.attemptId)).toMatchObject({ outcome: 'acked' })
    expect(await resultOf(object, second.attemptId)).toMatchObject({ outcome: 'acked' })
    await fault({ kind: 'clear' })
  })
  it('and whose ack comes on a later socket is told as acked', async () => {
    await fault({ kind: 'hold-acks', seconds: 60 })
    const command = sendCommand('6281340000321', 'terlambat')
    object.command(command)
    await arrived('6281340000321')
    const from = object.facts.length
    await fault({ kind: 'drop' })
    await object.next('closed', from)
    object.command({ kind: 'connect', rows: [], ...DIRECT })
    await object.next('open', from)
    await fault({ kind: 'release-acks' })
    const acked = (fact: Extract<Fact, { kind: 'receipts' }>) =>
      fact.items.some((item) => item.messageId === command.messageId && item.type === 'acked')
    await object.next('receipts', from, acked)
    await fault({ kind: 'clear' })
  })
})

describe('a pairing code', () => {
  const ask = async (accountId: string, phone: string) => {
    const asking = await bench.account(accountId)
    asking.command({ kind: 'link', mode: 'code', phone, ...DIRECT })
    return asking
  }
  it('is not shown when WhatsApp does not know the number', async () => {
    await bench.ask('/contacts', { from: '6281340000401', registered: false })
    const asking = await ask('unknown-number', '6281340000401')
    expect(await asking.next('codeRefused')).toMatchObject({ code: 404 })
    expect(asking.of('code')).toEqual([])
  })
  it('is not shown when WhatsApp gives no more of them, and the wait is told', async () => {
    await bench.ask('/fault', {
      phone: '6281340000402',
      kind: 'query-error',
      query: 'pairing-code',
      code: 429,
      backoff: 90,
    })
    const asking = await ask('too-many', '6281340000402')
    expect(await asking.next('codeRefused')).toMatchObject({ code: 429, backoffS: 90 })
    expect(asking.of('code')).toEqual([])
  })
  it('is shown once WhatsApp has accepted the request', async () => {
    const asking = await ask('accepted', '6281340000403')
    expect((await asking.next('code')).code).toMatch(/^[0-9A-Z]{8}$/)
  })
})

describe('what only this runner knows', () => {
  it('is not acknowledged to WhatsApp while it is not stored: the connection ends instead, and it comes again', async () => {
    const from = object.facts.length
    object.acks = false
    await bench.ask('/reply', { from: '6281340000106', to: ME, text: 'BERHENTI' })
    expect(await object.next('closed', from)).toMatchObject({ code: 408 })
    const waiting = () => bench.sandbox.world.store.pending.of(ME, 1).filter(({ tag }) => tag === 'message').length
    expect(waiting()).toBe(1)
    object.acks = true
    object.ackAll()
    object.command({ kind: 'connect', rows: [], ...DIRECT })
    await until('WhatsApp to be answered', () => waiting() === 0)
    expect(object.of('inbound').at(-1)?.items).toMatchObject([{ text: 'BERHENTI' }])
  })

  it('is handed in after a fence, with no keys and no word of the connection', async () => {
    const fenced = await bench.link('fenced', '6281340000002')
    fenced.acks = false
    const result = await sent(fenced, sendCommand('6281340000501', 'sebelum'))
    fenced.epoch = 2
    fenced.socket?.close(4001, 'fenced')
    await until('the result', () => fenced.leftovers.some((fact) => fact.kind === 'result'))
    expect(fenced.leftovers).toContainEqual({ ...result, rows: [] })
    expect(fenced.leftovers.every((fact) => ['result', 'receipts'].includes(fact.kind))).toBe(true)
    expect(runner.accounts.held().some(({ accountId }) => accountId === 'fenced')).toBe(false)
  })

  it.each(['the same runner gets the next epoch', 'the fleet takes the account back'])(
    'is handed in when %s',
    async (why) => {
      const id = why.replaceAll(' ', '-')
      const held = await bench.link(id, why.startsWith('the same') ? '6281340000004' : '6281340000005')
      held.acks = false
      const result = await sent(held, sendCommand('6281340000502', 'sebelum'))
      held.epoch = 2
      if (why.startsWith('the same')) await bench.account(id, 2)
      else bench.worker.dismiss(id, 1)
      await until('the result', () => held.leftovers.some((fact) => fact.kind === 'result'))
      expect(held.leftovers).toContainEqual({ ...result, rows: [] })
    },
  )
})

describe('a recipient who could not read a message', () => {
  it('gets it again from another runner, which asks what it was', async () => {
    const object = await bench.link('repair', '6281340000003')
    const phone = '6281340000601'
    await bench.ask('/fault', { phone: '6281340000003', kind: 'unreadable', asks: false })
    const command = sendCommand(phone, 'tidak terbaca')
    await sent(object, command)
    await until('own devices’ sessions', () => object.rowsOf(null).some(({ type }) => type === 'session'))
    object.epoch = 2
    object.socket?.close(4001, 'fenced')
    await until('WhatsApp to be closed', () => !bench.sandbox.world.online.has('6281340000003:1'))
    await bench.account('repair', 2)
    const from = object.facts.length
    object.command({ kind: 'connect', rows: object.rowsOf(null), ...DIRECT })
    await object.next('open', from)
    await bench.ask('/fault', { phone: '6281340000003', kind: 'ask-again', messageId: command.messageId })
    const { messageId } = await object.next('needContent', from)
    expect(messageId).toBe(command.messageId)
    object.command({ kind: 'content', messageId, content: command.content })
    const read = async () => (await bench.messages(phone)).filter(({ decrypted }) => decrypted).map(({ text }) => text)
    await until('both to be read', async () => (await read()).length > 1)
    expect(await read()).toEqual(['tidak terbaca', 'tidak terbaca'])
  })
})

it('in all of this no presence without a type was sent, and WhatsApp was called by its own address', async () => {
  const { body } = await bench.get('stats')
  expect(body.clientFaults).toEqual({ presenceWithoutType: 0, bareServerAddress: 0 })
})
