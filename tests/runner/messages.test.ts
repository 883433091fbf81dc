// Messages through the runner: what WhatsApp answers, what the recipient reads, what comes back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FakeObject } from './support/fake-worker.ts'
import { until } from '../../scripts/drive/until.ts'
import { DIRECT, openRunnerBench, type RunnerBench, sendCommand, sent } from './support/bench.ts'

const ME = '6281320000001'
let bench: RunnerBench
let object: FakeObject
beforeAll(async () => {
  bench = await openRunnerBench()
  await bench.runner()
  object = await bench.link('sender', ME)
})
afterAll(() => bench.close())
const textsOf = async (phone: string) => (await bench.messages(phone)).map(({ text }) => text)

describe('a message', () => {
  it('is acked, readable, and its key rows travel in the frame of its result', async () => {
    const command = sendCommand('6281320000100', 'Halo Kak')
    const result = await sent(object, command)
    expect(result).toMatchObject({ outcome: 'acked', messageId: command.messageId, error: null })
    expect(result.lid).toMatch(/^\d+$/)
    expect(result.rows.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['session', 'lid-mapping', 'device-list']),
    )
    expect(result.rows.every(({ owner, data }) => owner === command.number && data !== null)).toBe(true)
    expect(await textsOf(command.number)).toEqual(['Halo Kak'])
    const frame = object.frames.find((kinds) => kinds.some(({ kind }) => kind === 'result')) ?? []
    expect(frame.map(({ kind }) => kind).indexOf('result')).toBeLessThan(frame.map(({ kind }) => kind).indexOf('rows'))
  })

  it('is told delivered and read', async () => {
    const command = sendCommand('6281320000101', 'dua')
    await sent(object, command)
    const about = (type: string) => (fact: { items: { messageId: string; type: string }[] }) =>
      fact.items.some((item) => item.messageId === command.messageId && item.type === type)
    await object.next('receipts', 0, about('delivered'))
    await bench.ask('/read', { phone: command.number })
    const read = await object.next('receipts', 0, about('read'))
    expect(Math.abs((read.items[0]?.at ?? 0) - Date.now())).toBeLessThan(10_000)
  })

  it('goes out once, however often the same attempt is commanded', async () => {
    const command = sendCommand('6281320000102', 'sekali')
    object.command(command, command)
    await object.next('result', 0, (fact) => fact.attemptId === command.attemptId)
    object.command(command)
    await until(
      'the result to be repeated',
      () => object.of('result').filter((fact) => fact.attemptId === command.attemptId).length === 2,
    )
    expect(await textsOf(command.number)).toEqual(['sekali'])
  })

  it('rule one-off-test: to the account’s own number arrives at its phone, once', async () => {
    const command = sendCommand(ME, 'Uji kirim')
    expect(await sent(object, command)).toMatchObject({ outcome: 'acked', messageId: command.messageId, error: null })
    expect(await textsOf(ME)).toEqual(['Uji kirim'])
  })

  it('to a number without WhatsApp is not sent', async () => {
    const result = await sent(object, sendCommand('6281320000000', 'tidak sampai'))
    expect(result).toMatchObject({ outcome: 'not_registered', error: null })
    expect(await textsOf('6281320000000')).toEqual([])
  })

  it('asks no second look-up for a number whose rows are known', async () => {
    const queries = async () => (await bench.get('stats')).body.lookups
    const first = await sent(object, sendCommand('6281320000103', 'satu'))
    const before = await queries()
    expect(await sent(object, sendCommand('6281320000103', 'dua', first.rows))).toMatchObject({ outcome: 'acked' })
    expect(await queries()).toEqual(before)
    expect(await textsOf('6281320000103')).toEqual(['satu', 'dua'])
  })

  it.each([['ack-error-479', 479]] as const)('%s is rejected with its code', async (kind, error) => {
    await bench.ask('/fault', { phone: ME, kind })
    expect(await sent(object, sendCommand('6281320000104', 'ditolak'))).toMatchObject({ outcome: 'rejected', error })
  })

  it('463 is rejected, and how long the account is restricted is told', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'ack-error-463' })
    const result = await sent(object, sendCommand('6281320000105', 'dibatasi'))
    expect(result).toMatchObject({ outcome: 'rejected', error: 463 })
    const restricted = await object.next('restricted')
    expect(restricted.cause).toBe('reachout')
    expect(restricted.until ?? 0).toBeGreaterThan(Date.now())
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
  })

  it('whose ack is lost has no result, and its receipt comes with the next login', async () => {
    await bench.ask('/fault', { phone: ME, kind: 'ack-lost' })
    const command = sendCommand('6281320000106', 'tanpa jawaban')
    object.command(command)
    await expect.poll(() => textsOf(command.number)).toEqual(['tanpa jawaban'])
    const from = object.facts.length
    object.command({ kind: 'disconnect', logout: false }, { kind: 'connect', rows: [], ...DIRECT })
    await object.next('open', from)
    await object.next('receipts', 0, (fact) => fact.items.some(({ messageId }) => messageId === command.messageId))
    expect(object.of('result').filter(({ attemptId }) => attemptId === command.attemptId)).toEqual([])
  })

  it('carries an image, uploaded once for several recipients', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    bench.worker.media.set('template/1.png', png)
    for (const number of ['6281320000107', '6281320000108']) {
      const command = sendCommand(number, 'lihat ini')
      command.content.media = { key: 'template/1.png', mimetype: 'image/png', filename: '1.png' }
      expect(await sent(object, command)).toMatchObject({ outcome: 'acked' })
      const [message] = await bench.messages(number)
      expect(message).toMatchObject({ text: 'lihat ini', media: { kind: 'image', mimetype: 'image/png' } })
      const shown = await fetch(`${bench.sandbox.url}${message?.media?.url ?? ''}`)
      expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
    }
  })

  it('with media that the Worker does not have surely never left', async () => {
    const command = sendCommand('6281320000109', 'hilang')
    command.content.media = { key: 'none.png', mimetype: 'image/png', filename: 'none.png' }
    expect(await sent(object, command)).toMatchObject({ outcome: 'failed' })
    expect(await textsOf(command.number)).toEqual([])
  })
})

describe('what comes back', () => {
  const inbound = (text: string) => object.next('inbound', 0, (fact) => fact.items.some((item) => item.text === text))

  it('a reply from a number', async () => {
    await bench.ask('/reply', { from: '6281320000100', to: ME, text: 'STOP' })
    const { items } = await inbound('STOP')
    expect(items).toMatchObject([{ number: '6281320000100', lid: expect.stringMatching(/^\d+$/) as string }])
  })
  it('a reply known by lid only is resolved to its number', async () => {
    await bench.ask('/reply', { from: '6281320000100', to: ME, text: 'Berhenti', lid: true })
    expect((await inbound('Berhenti')).items).toMatchObject([{ number: '6281320000100' }])
  })
  it('a stranger known by lid only has no number', async () => {
    await bench.ask('/reply', { from: '6281320000999', to: ME, text: 'unsub', lid: true })
    const { items } = await inbound('unsub')
    expect(items).toMatchObject([{ number: null, lid: expect.stringMatching(/^\d+$/) as string }])
  })
  it('a long text is nobody’s business', async () => {
    await bench.ask('/reply', { from: '6281320000100', to: ME, text: `STOP ${'panjang '.repeat(10)}` })
    await bench.ask('/reply', { from: '6281320000100', to: ME, text: 'sesudahnya' })
    await inbound('sesudahnya')
    expect(object.of('inbound').flatMap(({ items }) => items.map(({ text }) => text))).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/panjang/)]),
    )
  })
  it('the member’s phone deletes a message for everyone', async () => {
    const command = sendCommand('6281320000110', 'akan dihapus')
    await sent(object, command)
    await bench.ask('/delete', { phone: ME, messageId: command.messageId })
    expect(await object.next('revoked')).toEqual({ kind: 'revoked', messageIds: [command.messageId] })
  })
  it('a cap on new chats, and its end', async () => {
    const from = object.facts.length
    await bench.ask('/fault', { phone: ME, kind: 'chat-cap' })
    const { until: end } = await object.next('restricted', from, (fact) => fact.cause === 'chat_cap')
    expect(end ?? 0).toBeGreaterThan(Date.now())
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
    await object.next('unrestricted', from, (fact) => fact.cause === 'chat_cap')
  })
  it('WhatsApp hears that we have a reply only when the object has it', async () => {
    object.acks = false
    await bench.ask('/reply', { from: '6281320000100', to: ME, text: 'JANGAN KIRIM' })
    await inbound('JANGAN KIRIM')
    const waiting = () => bench.sandbox.world.store.pending.of(ME, 1).filter(({ tag }) => tag === 'message').length
    // asked on the same connection after it: an answer to the reply would have come first
    object.command({ kind: 'lookup', requestId: 'after-the-reply', numbers: ['6281320000100'] })
    await object.next('lookedUp', 0, ({ requestId }) => requestId === 'after-the-reply')
    expect(waiting()).toBe(1)
    object.acks = true
    object.ackAll()
    await until('WhatsApp to be answered', () => waiting() === 0)
  })
})

describe('a look-up', () => {
  const ask = (requestId: string, numbers: string[]) => {
    const from = object.facts.length
    object.command({ kind: 'lookup', requestId, numbers })
    return object.next('lookedUp', from, (fact) => fact.requestId === requestId)
  }
  const counted = async () => (await bench.get('lookups')).body as { queries: number; distinct: number }

  it('tells of fifty numbers in one query which are registered, also where WhatsApp leaves those out that are not', async () => {
    // the sandbox has no phone whose number ends in 0000
    const numbers = Array.from({ length: 50 }, (_, i) => `628132002${String(1_000 * i).padStart(5, '0')}`)
    const before = await counted()
    const { results, error } = await ask('l1', numbers)
    expect(error).toBeNull()
    expect(results.map(({ number }) => number)).toEqual(numbers)
    const absent = results.filter(({ registered }) => !registered).map(({ number }) => number)
    expect(absent).toEqual(numbers.filter((number) => number.endsWith('0000')))
    expect(absent).toHaveLength(5)
    const after = await counted()
    expect([after.queries - before.queries, after.distinct - before.distinct]).toEqual([1, 50])
  })

  it('is asked once of WhatsApp, however often the object repeats it', async () => {
    const numbers = ['6281320030001']
    const before = await counted()
    object.command({ kind: 'lookup', requestId: 'l2', numbers }, { kind: 'lookup', requestId: 'l2', numbers })
    const first = await object.next('lookedUp', 0, (fact) => fact.requestId === 'l2')
    expect(await ask('l2', numbers)).toEqual(first)
    expect((await counted()).queries - before.queries).toBe(1)
  })

  it('that meets error 463 says so, and how long the account is restricted is told', async () => {
    const from = object.facts.length
    await bench.ask('/fault', { phone: ME, kind: 'lookup-error-463', seconds: 600 })
    expect(await ask('l3', ['6281320030002'])).toMatchObject({ results: [], code: 463 })
    const restricted = await object.next('restricted', from)
    expect(restricted.cause).toBe('reachout')
    expect(Math.abs((restricted.until ?? 0) - Date.now() - 600_000)).toBeLessThan(60_000)
    await bench.ask('/fault', { phone: ME, kind: 'clear' })
    // what failed is asked again
    expect(await ask('l3', ['6281320030002'])).toMatchObject({ code: null, results: [{ registered: true }] })
  })
})
