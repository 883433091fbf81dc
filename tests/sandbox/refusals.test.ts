// Queries that WhatsApp refuses, answers in part or not at all, as a real Baileys client meets them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUERY_KINDS } from '../../sandbox/protocol/faults/query-kinds.ts'
import type { Node } from '../../sandbox/protocol/nodes.ts'
import { type Bench, type Linked, openBench } from './support/bench.ts'
import { connect, memoryAuth, type TestClient } from './support/client.ts'
import { until } from '../../scripts/drive/until.ts'
import { contactQuery, lidQuery } from './support/usync.ts'

const ME = '6281260000001'
const KNOWN = '6285560000001'
const SERVER = '@s.whatsapp.net'
let bench: Bench
let linked: Linked
beforeAll(async () => {
  bench = await openBench()
  linked = await bench.link(ME)
  await linked.client.receipt(await linked.client.send(KNOWN, 'kenalan'))
})
afterAll(() => bench.close())

const fault = (body: object) => bench.ask('/fault', { phone: ME, ...body })
const numbers = (count: number, from = 100): string[] =>
  Array.from({ length: count }, (_, index) => `62855600${String(10_000 + from + index)}`)
const jids = (list: readonly string[]): string[] => list.map((number) => `${number}${SERVER}`)

describe('usync', () => {
  it('an error inside the result leaves an empty list, which Baileys does not tell from "none of them exists"', async () => {
    const answers: Node[] = []
    linked.client.socket.ws.on('CB:iq,type:result,usync', (node: Node) => void answers.push(node))
    await fault({ kind: 'usync-error', backoff: 900, times: 2 })
    const asked = numbers(3)
    expect(await linked.client.socket.onWhatsApp(...asked)).toEqual([])
    expect(await linked.client.socket.executeUSyncQuery(contactQuery(asked))).toEqual({ list: [], sideList: [] })
    const usync = answers[0]?.content as Node[]
    expect(usync[0]?.content).toMatchObject([
      {
        tag: 'result',
        content: [
          {
            tag: 'contact',
            content: [{ tag: 'error', attrs: { code: '429', text: 'rate-overlimit', backoff: '900' } }],
          },
        ],
      },
      { tag: 'list', content: [] },
    ])
    expect(await linked.client.socket.onWhatsApp(...asked)).toHaveLength(3)
    expect((await bench.get('stats')).body.struck).toMatchObject({ 'usync-error': 2 })
  })

  it('strikes the protocol it was ordered for: devices fail, and a message would go to nobody', async () => {
    await fault({ kind: 'usync-error', protocol: 'devices', code: 500 })
    const [number = ''] = numbers(1, 200)
    expect(await linked.client.socket.onWhatsApp(number)).toHaveLength(1)
    expect(await linked.client.socket.getUSyncDevices([`${number}${SERVER}`], false, false)).toEqual([])
    expect(await linked.client.socket.getUSyncDevices([`${number}${SERVER}`], false, false)).toHaveLength(1)
  })

  it('a gap leaves out as many entries as ordered, or the numbers that were named', async () => {
    const asked = numbers(4, 300)
    await fault({ kind: 'usync-gap', missing: 3 })
    const short = await linked.client.socket.executeUSyncQuery(contactQuery(asked))
    expect(short?.list).toEqual([{ id: `${asked[3]}${SERVER}`, contact: true }])
    await fault({ kind: 'usync-gap', numbers: [asked[1]] })
    expect(await linked.client.socket.onWhatsApp(...numbers(2, 320))).toHaveLength(2)
    const named = await linked.client.socket.onWhatsApp(...asked)
    expect(named?.map(({ jid }) => jid)).toEqual(jids(asked.filter((_, index) => index !== 1)))
  })

  it('a number that is not on WhatsApp keeps an entry of its own, unlike one that is missing', async () => {
    const [there = '', gone = ''] = numbers(2, 400)
    await bench.ask('/contacts', { from: gone, registered: false })
    const answer = await linked.client.socket.executeUSyncQuery(contactQuery([there, gone]))
    expect(answer?.list).toEqual([
      { id: `${there}${SERVER}`, contact: true },
      { id: `${gone}${SERVER}`, contact: false },
    ])
  })
})

type Ask = (client: TestClient) => Promise<unknown>
const raw =
  (xmlns: string, type: 'get' | 'set', ...content: Node[]): Ask =>
  ({ socket }) =>
    socket.query({ tag: 'iq', attrs: { to: SERVER, xmlns, type }, content })
const node = (tag: string, attrs: Record<string, string> = {}, content?: Node['content']): Node => ({
  tag,
  attrs,
  ...(content === undefined ? {} : { content }),
})

/** How a client comes to send each kind of query; Baileys' own way where it has one that does not swallow the error. */
const QUERIES: readonly [string, Ask][] = [
  ['any', raw('w:p', 'get', node('ping'))],
  ['usync', ({ socket }) => socket.onWhatsApp(KNOWN)],
  ['usync-contact', ({ socket }) => socket.onWhatsApp(KNOWN)],
  ['usync-devices', ({ socket }) => socket.getUSyncDevices([`${KNOWN}${SERVER}`], false, false)],
  ['usync-lid', ({ socket }) => socket.executeUSyncQuery(lidQuery(`${KNOWN}${SERVER}`))],
  ['keys', ({ socket }) => socket.assertSessions([`${KNOWN}${SERVER}`], true)],
  ['key-count', raw('encrypt', 'get', node('count'))],
  // Baileys' own way would upload keys when it fails
  ['key-digest', raw('encrypt', 'get', node('digest'))],
  ['key-upload', raw('encrypt', 'set', node('registration', {}, Buffer.alloc(4)), node('list', {}, []))],
  ['key-rotate', ({ socket }) => socket.rotateSignedPreKey()],
  ['mex', ({ socket }) => socket.fetchNewChatMessageCap()],
  ['timelock', ({ socket }) => socket.fetchAccountReachoutTimelock()],
  ['capping', ({ socket }) => socket.fetchNewChatMessageCap()],
  ['tokens', ({ socket }) => socket.issuePrivacyTokens([`${KNOWN}${SERVER}`])],
  ['privacy', ({ socket }) => socket.fetchPrivacySettings(true)],
  ['passive', raw('passive', 'set', node('active'))],
  ['props', raw('abt', 'get', node('props', { protocol: '1' }))],
  ['blocklist', ({ socket }) => socket.fetchBlocklist()],
  ['app-state', raw('w:sync:app:state', 'set', node('sync', {}, [node('collection', { name: 'regular' })]))],
  ['pairing-finish', raw('md', 'set', node('link_code_companion_reg', { stage: 'companion_finish' }))],
  ['unlink', raw('md', 'set', node('remove-companion-device', { reason: 'user_initiated' }))],
  ['ping', raw('w:p', 'get', node('ping'))],
  ['other', raw('w:profile:picture', 'get', node('picture'))],
]

it('every kind of query is tried here', () => {
  const tried = [...QUERIES.map(([query]) => query), 'media', 'pairing-code']
  expect(new Set(tried)).toEqual(new Set(QUERY_KINDS))
})

describe('an iq error', () => {
  it.each(QUERIES)('meets the query %s once, and Baileys throws it with its code', async (query, ask) => {
    await fault({ kind: 'query-error', query, code: 503 })
    await expect(ask(linked.client)).rejects.toMatchObject({ message: 'service-unavailable', data: 503 })
    expect((await bench.get('faults')).body.data).toEqual([])
    // removing the own device cannot be tried twice
    if (query !== 'unlink') await ask(linked.client)
  })

  it('on the keys of a new number stops its message only the second time: Baileys asks twice', async () => {
    const [once = '', twice = ''] = numbers(2, 500)
    await fault({ kind: 'query-error', query: 'keys' })
    await linked.client.receipt(await linked.client.send(once, 'sampai'))
    await fault({ kind: 'query-error', query: 'keys', times: 2 })
    await expect(linked.client.send(twice, 'tidak sampai')).rejects.toThrow('rate-overlimit')
    expect(await bench.messages(twice)).toEqual([])
  })

  it('on media_conn is kept by Baileys: all further uploads of that socket fail without asking again', async () => {
    await fault({ kind: 'query-error', query: 'media' })
    const refused = { message: 'rate-overlimit', data: 429 }
    await expect(linked.client.socket.refreshMediaConn()).rejects.toMatchObject(refused)
    const image = { image: Buffer.alloc(100), jpegThumbnail: '' }
    await expect(linked.client.socket.sendMessage(`${KNOWN}${SERVER}`, image)).rejects.toThrow('rate-overlimit')
    expect((await bench.get('faults')).body.data).toEqual([])
    await linked.client.leave()
    linked.client = connect(bench.sandbox, linked.auth)
    await linked.client.opened
    expect((await linked.client.socket.refreshMediaConn()).hosts[0]?.hostname).toBeTruthy()
  })

  it('is 429 rate-overlimit unless another code is asked for, and may say how long to wait', async () => {
    const errors: Node[] = []
    linked.client.socket.ws.on('CB:iq,type:error', (one: Node) => void errors.push(one))
    await fault({ kind: 'query-error', query: 'ping', backoff: 60 })
    await expect(raw('w:p', 'get', node('ping'))(linked.client)).rejects.toMatchObject({ data: 429 })
    expect(errors).toMatchObject([
      {
        attrs: { from: SERVER, type: 'error' },
        content: [{ tag: 'error', attrs: { code: '429', text: 'rate-overlimit', backoff: '60' } }],
      },
    ])
  })
})

describe('silence', () => {
  let impatient: TestClient
  beforeAll(async () => {
    await linked.client.leave()
    // Baileys waits 60 s for an answer unless told otherwise
    impatient = connect(bench.sandbox, linked.auth, new Map(), { defaultQueryTimeoutMs: 250, fireInitQueries: false })
    await impatient.opened
  })
  afterAll(() => impatient.leave())

  it.each(QUERIES)('after the query %s: Baileys goes on without an answer', async (query, ask) => {
    const heard: Node[] = []
    const listen = (one: Node): void => void heard.push(one)
    impatient.socket.ws.on('CB:iq', listen)
    await fault({ kind: 'query-error', query, code: 'silence' })
    await ask(impatient).catch(() => undefined)
    impatient.socket.ws.off('CB:iq', listen)
    expect(heard).toEqual([])
    expect((await bench.get('faults')).body.data).toEqual([])
  })

  it('after a look-up is undefined, not an empty list', async () => {
    await fault({ kind: 'query-error', query: 'usync-contact', code: 'silence' })
    expect(await impatient.socket.onWhatsApp(KNOWN)).toBeUndefined()
  })

  it('after a key query counts as a fetched session, so only the encryption fails', async () => {
    await fault({ kind: 'query-error', query: 'keys', code: 'silence' })
    expect(await impatient.socket.assertSessions(['6285560000777@s.whatsapp.net'], true)).toBe(true)
  })
})

describe('companion_hello', () => {
  const NEWCOMER = '6281260000011'
  const askForCode = async (phone: string): Promise<{ code: string; answer: Node; client: TestClient }> => {
    const client = connect(bench.sandbox, memoryAuth())
    await client.qr()
    const answers: Node[] = []
    for (const event of ['CB:iq,type:error', 'CB:iq,type:result,link_code_companion_reg'])
      client.socket.ws.on(event, (one: Node) => void answers.push(one))
    const code = await client.socket.requestPairingCode(phone)
    return { code, client, answer: await until('the answer to companion_hello', () => answers[0]) }
  }

  it.each([
    [404, 'item-not-found'],
    [429, 'rate-overlimit'],
  ])('refused with %i still yields a code, which no phone accepts', async (code, text) => {
    await bench.ask('/fault', { phone: NEWCOMER, kind: 'query-error', query: 'pairing-code', code })
    const asked = await askForCode(NEWCOMER)
    expect(asked.code).toMatch(/^[0-9A-Z]{8}$/)
    expect(asked.answer).toMatchObject({ attrs: { type: 'error' }, content: [{ attrs: { code: String(code), text } }] })
    expect(await bench.post('enter-code', { phone: NEWCOMER, code: asked.code })).toMatchObject({ status: 404 })
    await asked.client.leave()
  })

  it('is refused with 404 for a number that is not on WhatsApp', async () => {
    const { answer, client } = await askForCode('6281260000000')
    expect(answer).toMatchObject({ attrs: { type: 'error' }, content: [{ attrs: { code: '404' } }] })
    await client.leave()
  })

  it('that is accepted is answered with the reference of the pairing', async () => {
    const { answer, client, code } = await askForCode(NEWCOMER)
    expect(answer).toMatchObject({ attrs: { type: 'result' }, content: [{ tag: 'link_code_companion_reg' }] })
    expect((await bench.post('enter-code', { phone: NEWCOMER, code })).status).toBe(200)
    await client.closed
  })
})
