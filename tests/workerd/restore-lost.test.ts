// Lost objects: how they are linked again, and how much an invocation does of a place that has lost many.
import { runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { addSettled } from '../../domain/operation/backup/journal.ts'
import { continueRestoration } from '../../domain/operation/backup/restore.ts'
import { newDocument } from '../../durable-objects/account-blast/document/new-document.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { settleAll } from '../../worker/settle.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { backUp, beginRestoration, bucket, restore, restorePorts } from './support/backups.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { deliver, linkRequest, newClientBody, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('lost')
beforeAll(async () => {
  await stage()
  await runner.join()
  await makePerson('admin')
})

const empty = (accountId: string, sequence: number, userId = 'u') => ({
  accountId,
  sequence,
  userId,
  results: [],
  reversals: [],
})
const sequenceOf = async (accountId: string): Promise<number> =>
  (await documentOf(accountObject(bound, accountId))).sequence
test('rule income-once: a lost object that is linked again goes on after what the ledger has of it, however often a link is abandoned', async () => {
  const { id } = await makeLender('again')
  const object = accountObject(bound, 'again')
  const link = () => object.beginLink(linkRequest('again', id))
  await deliver([empty('again', 7, id)])
  await object.hearSettled([empty('again', 7, id)])
  for (const times of [1, 2]) {
    expect((await link()).ok, `link ${times}`).toBe(true)
    expect(await sequenceOf('again'), `link ${times}`).toBe(7)
    await object.cancelLink('client-again')
    await until('no row is due', async () => !(await documentOf(object)).rowDirty)
    await fire(object, 'tidy')
    expect(await object.snapshot()).toBeNull()
  }
  // an old row of the ledger is a mark
  await run(`delete from settlements where account_id = 'again'`)
  await run(`insert into settlement_marks values ('again', 6, 0), ('again', 9, 0)`)
  await link()
  expect(await sequenceOf('again')).toBe(9)
})
test('rule income-once: an object that heard what it settled and was linked after it forgot it does not begin again', async () => {
  const { id } = await makeLender('late')
  await deliver([empty('late', 5, id)])
  const object = accountObject(bound, 'late')
  await object.hearSettled([empty('late', 5, id)])
  await runDurableObjectAlarm(object)
  await object.beginLink(linkRequest('late', id))
  expect(await sequenceOf('late')).toBe(5)
})
test('rule restore-gate: a lost account is not linked while its rows may still come, and one linked before goes on after the ledger', async () => {
  const { id, token } = await makeLender('between')
  const before = accountObject(bound, 'between')
  await before.beginLink(linkRequest('between', id))
  await beginRestoration({ backup: null, since: 0 }, 'rows')
  const lost = accountObject(bound, 'rows-to-come')
  expect(await lost.beginLink(linkRequest('rows-to-come', id))).toEqual({ ok: false, refusal: 'restoring' })
  expect(await lost.snapshot()).toBeNull()
  const answer = await ask('POST', '/admin/whatsapp/new-client', { token, body: newClientBody(id, 'rows-to-come') })
  expect(answer.status).toBe(503)
  expect(JSON.stringify(answer.json)).toContain('Layanan sedang dipulihkan')
  await run(`insert into settlements values ('between', 12, 0, 1)`)
  await before.outlive(0)
  expect(await sequenceOf('between')).toBe(12)
  await restore()
  expect((await lost.beginLink(linkRequest('rows-to-come', id))).ok).toBe(true)
})
test('rule restored-place: a lost object that lives again gives back the numbers that it had claimed after its backup, too', async () => {
  const accountId = 'claimed-since'
  const [before, since] = await numbers(1, 2)
  for (const [number, claim] of [
    [before, 4],
    [since, 6],
  ])
    await run(
      'update phone_numbers set in_use = 1, in_use_by = ?, in_use_claim = ? where number = ?',
      accountId,
      claim,
      number,
    )
  const fresh = newDocument({ accountId, clientid: 'c', userId: 'u', purpose: 'blast', now: 1 })
  const lines = [{ table: 'document', row: { id: 1, value: JSON.stringify({ ...fresh, claim: 5 }) } }]
  expect(await accountObject(bound, accountId).takeRows({ lines, since: Date.now() })).toBe(true)
  const held = () => all('select number from phone_numbers where in_use = 1 and in_use_by = ?', accountId)
  await until('all are free', async () => (await held()).length === 0)
})

test('rule income-once: what a lost object had told and no ledger had yet is paid from the journal, once', async () => {
  const { id: userId } = await makeLender('told-once')
  const [number = ''] = await numbers(40, 1)
  const row = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
  const at = Date.now()
  const none = { templateId: null, priceSen: 5_000, from: 'none', notRegistered: false, at, attemptedAt: at } as const
  const results = ['a', 'b'].map((attemptId) => ({ attemptId, numberId: row.id, to: 'success' as const, ...none }))
  const batch = { accountId: 'told-once', sequence: 4, userId, results, reversals: [] }
  await settleAll(bound, [empty('told-once', 3, userId)])
  const since = Date.now()
  // the process dies between the journal and the ledger
  let isDead = false
  const dying = new Proxy(bound.DB, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (isDead && name === 'batch') return () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const last = {
    put: async (key: string, value: string) => {
      await bucket.put(key, value)
      isDead = true
    },
  } as unknown as R2Bucket
  expect(await settleAll({ ...bound, DB: dying, BACKUPS: last }, [batch])).toBe(0)
  const paid = () => all('select balance_sen as sen from balances where user_id = ?', userId)
  expect(await paid()).toEqual([])
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at)
     values ('told-once', 'told-once', ?, 'blast', 'connected', 'idle', 0)`,
    userId,
  )
  await beginRestoration({ backup: null, since }, 'settled')
  expect(await restore()).toMatchObject({ lost: 1 })
  expect(await paid()).toEqual([{ sen: 10_000 }])
  // neither another restoration nor the same batch again pays it once more
  await beginRestoration({ backup: null, since }, 'settled')
  await restore()
  await deliver([batch])
  expect(await paid()).toEqual([{ sen: 10_000 }])
  await run(`delete from whatsapp where id = 'told-once'`)
})

test('rule tags: after a restoration a tag has as many as have it, whatever came while the backup was read', async () => {
  const [first = '', second = ''] = await numbers(50, 2)
  await run(`insert into tags (id, name, key, people, created_by, created_at) values (7, 'Solo', 'solo', 0, 'x', 1)`)
  const tag = (number: string) => run(`insert into phone_tags select 7, id from phone_numbers where number = ?`, number)
  await tag(first)
  // counted when its row was read, and given before that: the backup has neither
  await run('update tags set people = 3 where id = 7')
  await run('insert into phone_tags select 7, max(id) + 5 from phone_numbers')
  await run(`insert into notes (number_id, by, at, text) select max(id) + 5, 'x', 1, 'Siapa?' from phone_numbers`)
  await beginRestoration({ backup: null, since: Date.now() }, 'rows')
  await restore()
  const having = () => all('select p.number from phone_tags x left join phone_numbers p on p.id = x.number_id')
  expect(await having()).toEqual([{ number: first }])
  expect(await all('select 1 from notes')).toEqual([])
  expect(await one('select people from tags where id = 7')).toEqual({ people: 1 })
  await run('delete from phone_numbers where number in (?, ?)', first, second)
  expect(await one('select people from tags where id = 7')).toEqual({ people: 0 })
  await run('delete from tags')
})

/** Accounts of the place whose objects are lost. */
const lostAccounts = async (count: number): Promise<{ owner: string; ids: string[] }> => {
  const { id: owner } = await makeLender('many')
  const ids = Array.from({ length: count }, (_, i) => `many-${1_000 + i}`)
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at)
     select value, value, ?, 'blast', 'connected', 'idle', 0 from json_each(?)`,
    owner,
    JSON.stringify(ids),
  )
  return { owner, ids }
}
test('rule restored-place: an invocation calls no more than a Worker may, whatever a settling call is of, and each lost object hears all', async () => {
  const { owner, ids } = await lostAccounts(500)
  const since = Date.now() + 3 * HOUR_MS
  for (let call = 0; call < 60; call++) {
    const some = Array.from({ length: 50 }, (_, i) => ids[(call * 50 + i) % ids.length] as string)
    const batch = { sequence: call + 1, userId: owner, results: [], reversals: [] }
    const batches = some.map((accountId) => ({ ...batch, accountId }))
    await addSettled(bucket, since + call, batches)
  }
  let calls = 0
  const count = <T>(made: T): T => {
    calls += 1
    return made
  }
  // settled batches of such accounts tell no object: one that waits for an answer asks again
  const objects = new Proxy(bound.ACCOUNT_BLAST, {
    get: () => {
      throw new Error('an object was called')
    },
  })
  const heard = new Map<string, Set<number>>()
  const ports = restorePorts({
    bucket: {
      list: (options: R2ListOptions) => count(bucket.list(options)),
      get: (key: string) => count(bucket.get(key)),
    } as unknown as R2Bucket,
    settle: (batches) => {
      calls += 5
      return settleAll({ ...bound, ACCOUNT_BLAST: objects }, batches, { restores: true, journaled: true })
    },
    outlive: (id) =>
      count(ids.includes(id) ? Promise.resolve(null) : Promise.resolve({ batches: [], open: [], stops: [] })),
    hearSettled: (id, batches) => {
      const of = heard.get(id) ?? new Set()
      heard.set(id, of)
      for (const { sequence } of batches) of.add(sequence)
      return count(Promise.resolve())
    },
    takeRows: () => count(Promise.resolve(true)),
    budgetMs: 60_000,
  })
  const document = (object: string) => JSON.stringify({ object, table: 'document', row: { id: 1, value: '{}' } })
  const backup = await backUp({ pageOf: (id) => Promise.resolve({ lines: [document(id)], next: null }) })
  await beginRestoration({ backup, since: since + 10 * MINUTE_MS }, 'settled')
  const invocations: number[] = []
  let report = null
  while (report === null) {
    calls = 0
    report = await continueRestoration(ports)
    invocations.push(calls)
  }
  expect(report).toMatchObject({ batches: 3_000, lost: 500, restored: 500 })
  expect(Math.max(...invocations)).toBeLessThan(800)
  expect(Object.fromEntries([...heard].map(([id, of]) => [id, of.size]))).toEqual(
    Object.fromEntries(ids.map((id) => [id, 6])),
  )
  const { n } = await one<{ n: number }>(`select count(*) as n from settlements where account_id glob 'many-*'`)
  expect(n).toBe(3_000)
  await run(`delete from whatsapp where id glob 'many-*'`)
})
test('rule restored-place: where no object is lost the journal is not read for them, and none is woken for its rows', async () => {
  const backup = await backUp()
  await addSettled(bucket, Date.now(), [{ accountId: 'a', sequence: 1, userId: 'u', results: [], reversals: [] }])
  await beginRestoration({ backup, since: backup.cutAt }, 'accounts')
  const called = () => Promise.reject(new Error('an object was called'))
  const reads: string[] = []
  const report = await restore(20_000, {
    bucket: { get: (key: string) => (reads.push(key), bucket.get(key)) } as unknown as R2Bucket,
    outlive: () => Promise.resolve({ batches: [], open: [], stops: [] }),
    hearSettled: called,
    takeRows: called,
  })
  expect(report).toMatchObject({ balances: 0 })
  expect(reads.filter((key) => !key.endsWith('manifest.json'))).toEqual([])
})
test('rule restore-gate: what stopped a step is what is told, also where the lease could not be given back', async () => {
  await beginRestoration({ backup: null, since: Date.now() - MINUTE_MS }, 'settled')
  await addSettled(bucket, Date.now(), [{ accountId: 'a', sequence: 1, userId: 'u', results: [], reversals: [] }])
  let isAway = false
  const away = new Proxy(db, {
    get: (target, name) =>
      (isAway ? () => Promise.reject(new Error('D1 is away')) : Reflect.get(target, name)) as unknown,
  })
  const settle = () => {
    isAway = true
    return Promise.reject(new Error('overloaded'))
  }
  await expect(restore(20_000, { db: away, settle })).rejects.toThrow('overloaded')
  await run('delete from restorations')
})
