// Every call that may write comes to an end, whatever becomes of its answer (rule one-press): 15 s at most, then it is known, or is said to
// be unknown until it is.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MOVES, type WriteRoute } from '../../../contract/api/moves.ts'
import { KEY_HEADER } from '../../../contract/ground/press-key.ts'
import { SERVER_TIME_HEADER } from '../../../contract/ground/server-time.ts'
import { keepingOf, takesKey } from '../../../contract/operation/keeping.ts'
import { common, pressTexts } from '../../texts/indonesian.ts'

const PATIENCE_MS = 15_000
const STEP_MS = 500
const QUESTION = 'POST /auth/press'
const WRITES = (Object.keys(MOVES) as WriteRoute[]).filter((route) => route !== QUESTION)
const KEYED = WRITES.filter(takesKey)
const OTHERS = WRITES.filter((route) => !takesKey(route))

type Outcome = { route: WriteRoute; took: number; said: string } | null
/** What a question about the press is answered; null: nothing answers. */
let known: object | null
let answer: (signal: AbortSignal | null | undefined) => Promise<Response>
let keys: Map<string, Set<string | null>>
const told: string[] = []
let call: (route: WriteRoute, sent: object, extra?: object) => Promise<unknown>
let callFile: (route: string, sent: object) => Promise<Blob>
let missing: { ask?: () => Promise<boolean> }

const silence = new Promise<never>(() => undefined)
const ended = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, fail) => {
    const end = (): void => fail(new DOMException('ended', 'AbortError'))
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
  })
const json = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { [SERVER_TIME_HEADER]: '0' } })
const pathOf = (route: WriteRoute): string => `/api${route.split(' ')[1]}`

const respond = (to: string, { headers, signal }: RequestInit = {}): Promise<Response> => {
  // the probe of the line
  if (to === '/api/livez' || !to.startsWith('/api/')) return Promise.resolve(json({}))
  if (to === '/api/auth/press')
    return known === null ? Promise.reject(new TypeError('no answer')) : Promise.resolve(json(known))
  keys.set(to, (keys.get(to) ?? new Set()).add(new Headers(headers).get(KEY_HEADER)))
  return Promise.race([ended(signal), answer(signal)])
}

beforeAll(async () => {
  const kept: Record<string, string> = { authToken: 'token', user: JSON.stringify({ id: 'u', role: 'admin' }) }
  vi.stubGlobal('window', {})
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept[name] ?? null, setItem: () => undefined })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', respond)
  vi.resetModules()
  // the library that draws the messages; it wants a document
  vi.doMock('sonner', () => ({
    Toaster: () => null,
    toast: { message: (text: string) => told.push(text), dismiss: () => told.push('gone') },
  }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  // what is fetched at the first need is here: fetching it on a busy machine takes longer than the turns below
  await Promise.all([import('./ask-press.ts'), import('../../ui/toaster.tsx'), import('sonner')])
  ;({ call, missing } = (await import('./http.ts')) as unknown as { call: typeof call; missing: typeof missing })
  ;({ callFile } = (await import('./call-file.ts')) as unknown as { callFile: typeof callFile })
})
afterAll(() => {
  vi.useRealTimers()
  vi.doUnmock('sonner')
  vi.unstubAllGlobals()
  vi.resetModules()
})
beforeEach(() => {
  known = { state: 'burnt' }
  answer = () => silence
  keys = new Map()
  told.length = 0
})

/** Presses all of them at once; what has no end after this time is null. */
const pressAll = async (routes: readonly WriteRoute[], ms: number, extra: object = {}): Promise<Outcome[]> => {
  const began = Date.now()
  const outcomes: Outcome[] = routes.map(() => null)
  routes.forEach((route, at) => {
    const who = keepingOf(route) === 'nobody' ? { anonymous: true } : {}
    const end = (said: string): void => {
      outcomes[at] = { route, took: Math.floor((Date.now() - began) / STEP_MS) * STEP_MS, said }
    }
    call(route, { ...who, body: {} }, extra).then(
      () => end('done'),
      (error: Error) => end(error.message),
    )
  })
  for (let passed = 0; passed <= ms; passed += STEP_MS) {
    // code that is fetched in between takes turns and no time
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done))
    if (passed < ms) await vi.advanceTimersByTimeAsync(STEP_MS)
  }
  return outcomes
}
const all = (routes: readonly WriteRoute[], said: string, took = 0) => routes.map((route) => ({ route, took, said }))

test('some writes have a key and some have none', () => {
  expect([KEYED.length > 60, OTHERS.length > 20]).toEqual([true, true])
})

test.each([
  ['by a press', () => ({})],
  ['by a screen that may be left', () => ({ signal: new AbortController().signal })],
])('no answer at all, asked %s: 15 s, then it has not happened', async (_, extra) => {
  expect(await pressAll(KEYED, PATIENCE_MS + 500, extra())).toEqual(all(KEYED, pressTexts.notHappened, PATIENCE_MS))
  expect(await pressAll(OTHERS, PATIENCE_MS + 500, extra())).toEqual(all(OTHERS, common.networkError, PATIENCE_MS))
})

test('what a person waits for to be read ends, too', async () => {
  const read = ['GET /admin/audit/proof'] as unknown as WriteRoute[]
  expect(await pressAll(read, PATIENCE_MS + 500, { pressed: true })).toEqual(
    all(read, common.networkError, PATIENCE_MS),
  )
})

describe('a file', () => {
  const FILE = 'GET /admin/suppression/export'
  const after = async (ms: number): Promise<string> => {
    let said = 'nothing yet'
    callFile(FILE, {}).then(
      async (file) => (said = await file.text()),
      (error: Error) => (said = error.message),
    )
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done))
      await vi.advanceTimersByTimeAsync(STEP_MS)
    }
    return said
  }
  test('that does not begin is given up after 15 s', async () => {
    expect(await after(PATIENCE_MS - STEP_MS)).toBe('nothing yet')
    expect(await after(PATIENCE_MS + STEP_MS)).toBe(common.networkError)
  })
  test('that stops in the middle is given up 15 s later, and one that goes on is not', async () => {
    let parts = 5
    const pull = (out: ReadableStreamDefaultController<Uint8Array>): Promise<void> =>
      new Promise((done) =>
        setTimeout(() => {
          out.enqueue(new TextEncoder().encode('x'))
          parts -= 1
          if (parts === 0) out.close()
          done()
        }, 10_000),
      )
    answer = () => Promise.resolve(new Response(new ReadableStream({ pull })))
    expect(await after(60_000)).toBe('xxxxx')
    // as the browser's own: who gives up ends the body, too
    const start = (out: ReadableStreamDefaultController, signal: Parameters<typeof answer>[0]): void =>
      signal?.addEventListener('abort', () => out.error(new DOMException('ended', 'AbortError')))
    answer = (signal) => Promise.resolve(new Response(new ReadableStream({ start: (out) => start(out, signal) })))
    expect(await after(PATIENCE_MS + 2 * STEP_MS)).toBe(common.networkError)
  })
  test('waits for its person, who proves who they are', async () => {
    const answers = [json({ reason: 'proof_needed' }, 403), new Response('a;b')]
    answer = () => Promise.resolve(answers.shift() ?? json({}, 500))
    missing.ask = () => new Promise((done) => setTimeout(() => done(true), 60_000))
    expect(await after(62_000)).toBe('a;b')
    delete missing.ask
  })
})

test('a screen that is left ends its call at once', async () => {
  const leaving = new AbortController()
  const outcomes = pressAll(WRITES, 1_000, { signal: leaving.signal })
  leaving.abort()
  expect(await outcomes).toEqual(all(WRITES, 'ended'))
  expect(await pressAll(WRITES, 500, { signal: leaving.signal })).toEqual(all(WRITES, 'ended'))
})

test('the line breaks: it is asked at once', async () => {
  answer = () => Promise.reject(new TypeError('broken'))
  expect(await pressAll(KEYED, 500)).toEqual(all(KEYED, pressTexts.notHappened))
  expect(await pressAll(OTHERS, 500)).toEqual(all(OTHERS, common.networkError))
})

test('the answer is lost and the server cannot be asked: it is said to be uncertain until it can', async () => {
  answer = () => Promise.reject(new TypeError('broken'))
  known = null
  expect(await pressAll(KEYED, 20_000)).toEqual(KEYED.map(() => null))
  expect(told).toEqual(KEYED.map(() => pressTexts.checking))
  known = { state: 'burnt' }
  told.length = 0
  await vi.advanceTimersByTimeAsync(5_000)
  expect(told).toEqual(KEYED.map(() => 'gone'))
})

test('it has happened and nobody knows the answer: it is said so', async () => {
  answer = () => Promise.reject(new TypeError('broken'))
  known = { state: 'done', status: null, answer: null }
  const outcomes = await pressAll(KEYED, 5_000)
  expect(outcomes.filter((outcome) => outcome?.said !== pressTexts.happened)).toEqual([])
})

test('the server fails: it may have happened, and is asked about; what has no key says what the server said', async () => {
  answer = () => Promise.resolve(json({ msg: 'Rusak' }, 500))
  expect(await pressAll(WRITES, 500)).toEqual(all(WRITES, 'Rusak'))
  known = { state: 'done', status: null, answer: null }
  expect(await pressAll(OTHERS, 500)).toEqual(all(OTHERS, 'Rusak'))
  const outcomes = await pressAll(KEYED, 5_000)
  expect(outcomes.filter((outcome) => outcome?.said !== pressTexts.happened)).toEqual([])
})

test('a refusal is an answer: nothing is asked', async () => {
  known = null
  answer = () => Promise.resolve(json({ msg: 'Sudah diputuskan' }, 409))
  expect(await pressAll(WRITES, 500)).toEqual(all(WRITES, 'Sudah diputuskan'))
})

test('each press has a key of its own', async () => {
  answer = () => Promise.resolve(json({}))
  await pressAll(KEYED, 500)
  await pressAll(KEYED, 500)
  expect(KEYED.filter((route) => (keys.get(pathOf(route).replaceAll(/:\w+/g, 'undefined'))?.size ?? 0) < 2)).toEqual([])
})
