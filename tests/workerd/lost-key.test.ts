// A deployment that lacks a key: what an account does meanwhile, and what the Worker answers.
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { REFUSALS } from '../../contract/ground/errors.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfLid } from '../../domain/recipients/suppressions/hash.ts'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { until } from '../../scripts/drive/until.ts'
import { ORIGIN } from './support/api.ts'
import { all, bound, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-lost-key')
const logged: string[] = []
beforeAll(async () => {
  await stage()
  await runner.join()
})
beforeEach(() => {
  logged.length = 0
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void logged.push(line))
})
afterEach(() => void vi.restoreAllMocks())
const told = (text: string): string[] => logged.filter((line) => line.includes(text))

test('rule hash-keys: without a key that made hashes nothing is sent, and with it the same run goes on', async () => {
  await makeLender('lost-key-user')
  const [number] = await numbers(70, 1)
  // a key that this deployment was not given had made hashes
  await run(`insert into hash_keys (proof, kid, created_at) values ('of another key', 'lost', 0)`)
  const { accountId, object, socket } = await linkedAccount(runner, 'lost-key-user')
  await object.start()
  await until('a second refused claim', () => told('"what":"claim: waits"')[1])
  expect(told('lacks keys that made hashes in the database: lost')[0]).toBeDefined()
  expect(socket.sends()).toEqual([])
  expect(await all('select 1 from phone_numbers where in_use = 1')).toEqual([])
  // the run waits, it has not ended
  expect(await object.snapshot()).toMatchObject({ status: 'sending' })

  await run(`delete from hash_keys where kid = 'lost'`)
  const sent = await until('the message', () => socket.sends()[0])
  expect(sent.number).toBe(number)
  socket.say(acked(socket, 0))
  await until('settled', async () => (await all('select 1 from settlements where account_id = ?', accountId))[0])
  await object.stop()
})

test('rule hash-keys: without one results wait in their accounts: a stop by LID could be missed in them', async () => {
  await run(`insert into hash_keys (proof, kid, created_at) values ('of another key', 'lost', 0)`)
  const env: Env = { ...bound, SUPPRESSION_KEYS: `${bound.SUPPRESSION_KEYS},more:${'6a'.repeat(32)}` }
  const body = { accountId: 'acc-waits', sequence: 1, userId: 'lost-key-user', results: [], reversals: [] }
  const batch = createMessageBatch('wa-blaster-settlements', [{ id: 'm', timestamp: new Date(), attempts: 1, body }])
  await worker.queue(batch, env)
  // the queue only carries: the account sends it again until it is confirmed
  expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['m'])
  expect(told('settlement waits')).toHaveLength(1)
  expect(await all(`select 1 from settlements where account_id = 'acc-waits'`)).toEqual([])
  await run(`delete from hash_keys where kid = 'lost'`)
})

test('rules hash-keys, stop-lists: without one a list of stops is taken, and a list of recipients is not', async () => {
  await run(`insert into hash_keys (proof, kid, created_at) values ('of another key', 'lost', 0)`)
  const admin = await makePerson('admin')
  const env: Env = { ...bound, SUPPRESSION_KEYS: `${bound.SUPPRESSION_KEYS},lists:${'7b'.repeat(32)}` }
  const upload = async (path: string): Promise<number> => {
    const body = new FormData()
    body.set('file', new File(['6281377700099\n'], 'daftar.csv'))
    const headers = { authorization: `Bearer ${admin.token}` }
    const request = new Request(`${ORIGIN}/api${path}`, { method: 'POST', headers, body })
    return (await app.fetch(request, env, createExecutionContext())).status
  }
  expect([await upload('/admin/suppression/import'), await upload('/admin/phonenumber/import')]).toEqual([200, 503])
  await run(`delete from hash_keys where kid = 'lost'`)
})

test('rule erasure: the LID of a stop that was written under another key goes with the person', async () => {
  await makeLender('lid-eraser')
  const [number = ''] = await numbers(80, 1)
  const { object, socket } = await linkedAccount(runner, 'lid-eraser')
  socket.say({ kind: 'inbound', items: [{ id: 'e1', number, lid: 'L80', text: 'halo', at: Date.now() }] })
  const lidHash = async () =>
    (await all<{ h: string | null }>('select lid_hash as h from phone_numbers where number = ?', number))[0]?.h
  await until('the number’s LID', lidHash)
  // the number's row has the hash of another key: nothing in D1 leads from it to the stop
  await run('update phone_numbers set lid_hash = ? where number = ?', 'under another key', number)
  const [hash] = hashesOfLid(hashRing(bound), 'L80')
  await run(`insert into suppressions (hash, lid, via, created_at) values (?, 'L80', 'reply', 0)`, hash)
  await object.erase(number)
  expect(await all('select lid from suppressions where hash = ?', hash)).toEqual([{ lid: null }])
})

const serve = async (vars: Partial<Env>, path: string, headers: Record<string, string> = {}) => {
  const env: Env = { ...bound, ...vars }
  const ask = async (at: string) => {
    const response = await app.fetch(new Request(`${ORIGIN}/api${at}`, { headers }), env, createExecutionContext())
    return { status: response.status, json: await response.json<{ ok?: boolean; reason?: string; msg?: string }>() }
  }
  return { first: await ask(path), again: await ask(path), health: await ask('/health') }
}
test('a deployment that was not told what it needs answers health alone, and says each problem once', async () => {
  for (const path of ['/public/config', '/admin/users', '/runner/media/x', '/no/such/path']) {
    logged.length = 0
    // the keys of these tests, a page without https, no bot check of its own
    const { first, again, health } = await serve({ APP_ENV: 'production', SANDBOX_URL: 'http://127.0.0.1' }, path)
    const refused = { reason: 'misconfigured', msg: REFUSALS.misconfigured[1] }
    expect([first.status, again.status]).toEqual([503, 503])
    expect(first.json).toMatchObject(refused)
    expect(again.json).toMatchObject(refused)
    expect([health.status, health.json.ok]).toEqual([200, false])
    const problems = told('"message":"misconfigured"').map((line) => (JSON.parse(line) as { problem: string }).problem)
    expect(new Set(problems).size).toBe(problems.length)
    const named = problems.map((problem) => problem.split(':')[0])
    for (const name of ['APP_ORIGIN', 'LINK_KEYS', 'SUPPRESSION_KEYS', 'SANDBOX_URL'])
      expect(named, name).toContain(name)
    for (const value of [bound.LINK_KEYS, bound.SUPPRESSION_KEYS, bound.TURNSTILE_SECRET])
      expect(logged.join()).not.toContain(value.split(':').at(-1))
  }
})
test('told all it needs, it serves', async () => {
  const { first, health } = await serve({}, '/public/config')
  expect([first.status, health.json.ok]).toEqual([200, true])
  expect(logged).toEqual([])
})
