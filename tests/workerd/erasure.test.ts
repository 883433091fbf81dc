// A person who asked to be erased is nowhere any more: not in the lists, not in any account's object, not in the
// files of checks. What stays is the keyed hash, and the books without a name. A removed account empties itself in
// its time.
import { continueErasures } from '../../domain/privacy/erasures/continue-erasures.ts'
import { evictDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { GIVE_UP_MS } from '../../contract/operation/runner.ts'
import { rowsById } from '../../durable-objects/account-blast/tables/vault-store.ts'
import { until } from '../../scripts/drive/until.ts'
import { cron } from './support/cron.ts'
import { ask } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'
import { documentOf, fire } from './support/document.ts'

const runner = new FakeRunner('erasure')
beforeAll(async () => {
  await stage()
  await runner.join()
})

test('rule erasure: a message under way is counted and paid, and keys that come with its answer are not stored', async () => {
  const { id: member } = await makeLender('late-keys')
  const [number] = (await numbers(50, 1)) as [string]
  const { object, socket } = await linkedAccount(runner, 'late-keys')
  await object.start()
  await until('a send', () => socket.sends()[0])
  await run('delete from phone_numbers where number = ?', number)
  await object.erase(number)
  socket.say({ ...acked(socket, 0), lid: 'L50', rows: [{ type: 'session', id: '50.0', owner: number, data: 'AA==' }] })
  await until('a success', async () => (await object.snapshot())?.count_success === 1)
  const paid = () => one<{ b: number }>('select balance_sen as b from balances where user_id = ?', member)
  await until('its income', async () => (await paid())?.b === 10_000)
  // a row that the runner sent before anybody was erased, and whose frame was repeated
  socket.say({ kind: 'rows', rows: [{ type: 'session', id: '50.0', owner: number, data: 'AA==' }] })
  socket.say({ kind: 'rows', rows: [{ type: 'session', id: 'own.1', owner: null, data: 'AA==' }] })
  const kept = (id: string) => inside(object, ({ sql }) => rowsById(sql, 1, [{ type: 'session', id }]).length)
  await until('the own row', async () => (await kept('own.1')) === 1)
  expect(await kept('50.0')).toBe(0)
  // and with the answer to a stop, which is no attempt
  socket.say({
    kind: 'inbound',
    items: [{ id: 's', number: '6281277700099', lid: null, text: 'STOP', at: Date.now() }],
  })
  const answered = (): number => socket.sends().findIndex((send) => send.attemptId.startsWith('opt-out:'))
  await until('the answer', () => answered() >= 0)
  await object.erase('6281277700099')
  const rows = [{ type: 'session', id: '99.0', owner: '6281277700099', data: 'AA==' }]
  socket.say({ ...acked(socket, answered()), lid: null, rows })
  // and they themselves write, from another phone
  socket.say({
    kind: 'inbound',
    items: [{ id: 'n', number: '6281277700099', lid: '99000', text: 'Halo', at: Date.now() }],
  })
  socket.say({ kind: 'rows', rows: [{ type: 'session', id: 'own.2', owner: null, data: 'AA==' }] })
  await until('the second own row', async () => (await kept('own.2')) === 1)
  expect(await kept('99.0')).toBe(0)
  expect(await inside(object, ({ sql }) => sql.exec(`select 1 from contacts where lid = '99000'`).toArray())).toEqual(
    [],
  )
  // also from a runner that was cut off until just before it would have given up
  const { erasedOwners } = await documentOf(object)
  expect(Math.min(...Object.values(erasedOwners))).toBeGreaterThan(Date.now() + GIVE_UP_MS)
})

test('rule erasure: erasing reaches attempts, contacts, opt-outs, keys, checks and their files of every account', async () => {
  const admin = await makePerson('admin')
  await makeLender('eraser')
  const [number, other] = (await numbers(1, 2)) as [string, string]
  const { object, socket, accountId } = await linkedAccount(runner, 'eraser')
  await object.start()
  for (let i = 0; i < 2; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    const rows = [{ type: 'session', id: `${i}.0`, owner: socket.sends()[i]?.number ?? '', data: 'AA==' }]
    socket.say({ ...acked(socket, i), lid: `L${i}`, rows })
  }
  await until('settled', async () => (await all('select 1 from phone_numbers where in_use = 1')).length === 0)
  socket.say({ kind: 'inbound', items: [{ id: 's', number, lid: null, text: 'STOP', at: Date.now() }] })
  await until('suppressed', async () => (await all('select 1 from suppressions where number = ?', number))[0])
  const check = 'check-with-files'
  await run(
    `insert into number_checks (id, kind, user_id, whatsapp_id, file_name, file_key, total, interval_min, interval_max, created_at, updated_at)
     values (?1, 'validator', 'eraser', ?2, 'a.csv', 'checks/' || ?1 || '/source', 2, 1, 2, 0, 0)`,
    check,
    accountId,
  )
  const target = (n: string) => ({ number: n, name: 'Nama' })
  await bound.MEDIA.put(`checks/${check}/source`, `${number},Nama`)
  await bound.MEDIA.put(`checks/${check}/in-0.json`, JSON.stringify([target(number), target(other)]))
  await bound.MEDIA.put(`checks/${check}/out-00000000.ndjson`, `[0,"${number}","Nama",1]\n[1,"${other}","Nama",1]\n`)
  await inside(object, ({ sql }) => {
    sql.exec(`insert into doubts (number, at) values (?, 1)`, number)
    sql.exec(`insert into infos (number, at) values (?, 1)`, number)
    sql.exec(`insert into keywords (message_id, number, word, at) values ('w', ?, 'DAFTARX', 1)`, number)
    sql.exec(`insert into opt_ins (message_id, number, at) values ('i', ?, 1)`, number)
    sql.exec(`insert into answers (answer_id, number, at) values ('a', ?, 1)`, number)
    sql.exec(`insert into check_results values ('x', 0, ?, 'Nama', 1)`, number)
    sql.exec(
      `insert into jobs values ('j', 1, 0, ?)`,
      JSON.stringify({
        id: 'j',
        version: 1,
        kept: true,
        refused: [
          { number, reason: 'cooldown' },
          { number: other, reason: 'cooldown' },
        ],
      }),
    )
  })
  const text = () =>
    inside(object, ({ sql }) =>
      [
        'attempts',
        'contacts',
        'opt_outs',
        'doubts',
        'infos',
        'answers',
        'opt_ins',
        'keywords',
        'vault',
        'people_keys',
        'people_lids',
        'check_results',
        'checks',
        'jobs',
        'job_targets',
        'document',
      ]
        .map((table) => JSON.stringify(sql.exec(`select * from ${table}`).toArray()))
        .join('\n'),
    )
  expect(await text()).toContain(number)
  const history = () => all('select event from consent_history where number = ?', number)
  expect(await history()).toEqual([{ event: 'opt_out' }])

  const erased = await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number } })
  expect(erased.status).toBe(200)
  await cron()
  expect(await text()).not.toContain(number)
  expect(await history()).toEqual([])
  expect(await text()).toContain(other)
  const file = async (name: string) => (await bound.MEDIA.get(`checks/${check}/${name}`))?.text()
  expect(await file('source')).toBeUndefined()
  expect(JSON.parse((await file('in-0.json')) ?? '')).toEqual([{ number: '', name: '' }, target(other)])
  expect(await file('out-00000000.ndjson')).toBe(`[0,"","",1]\n[1,"${other}","Nama",1]\n`)
  expect(await one('select number, phase, done_at > 0 as done from erasures')).toEqual({
    number: null,
    phase: 'done',
    done: 1,
  })
  const attempts = await inside(object, ({ sql }) => sql.exec(`select outcome from attempts`).toArray())
  expect(attempts).toEqual([{ outcome: 'success' }, { outcome: 'success' }])
  expect((await object.snapshot())?.count_success).toBe(2)
})

test('rule erasure: what imports have skipped goes however the cell was written, and an import that began before is waited for', async () => {
  const [number, other] = ['6281277700001', '6281277700002']
  const admin = await makePerson('admin')
  const skip = (row: number, value: string, name: string) =>
    run(
      `insert into import_skips (job_id, row, value, name, reason) values ('ji', ?, ?, ?, 'invalid')`,
      row,
      value,
      name,
    )
  await run(
    `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
     values ('ji', 'phonenumber', 'running', '', 'a.csv', 'csv', 1, '{}', 'x', 0, ?1, ?1)`,
    Date.now(),
  )
  await skip(1, '0812-7770.0001 (rumah)', 'Budi')
  await skip(2, '12', 'wa +62 812 7770 0001')
  await skip(3, other, 'Sari')
  await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number } })
  const open = () => all('select 1 from erasures where done_at is null')
  await cron()
  // its file is still read, and may bring another row of theirs
  expect(await open()).toHaveLength(1)
  await skip(4, number, 'Budi')
  await run(`update import_jobs set status = 'done' where id = 'ji'`)
  await cron()
  expect(await open()).toEqual([])
  expect(await all('select row from import_skips')).toEqual([{ row: 3 }])
})

test('a removed account empties itself after its retention and wakes no more; its sequence goes on', async () => {
  await makeLender('leaver')
  await numbers(50, 1)
  const { object, socket } = await linkedAccount(runner, 'leaver')
  await object.start()
  const sent = await until('send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until('settled', async () => (await documentOf(object)).sequence === 1)
  await until('idle', async () => (await object.snapshot())?.status === 'idle')
  await object.remove()
  await fire(object, 'lease')
  await until('confirmed', () => inside(object, ({ sql }) => sql.exec('select 1 from batches').toArray().length === 0))
  await fire(object, 'tidy')
  expect((await documentOf(object)).phone).not.toBeNull()
  await until('only the next tidying', async () => Object.keys((await documentOf(object)).timers).join() === 'tidy')
  await inside(object, ({ sql }) => sql.exec(`update document set value = json_set(value, '$.removedAt', 1)`))
  await evictDurableObject(object)
  await fire(object, 'tidy')
  const attempts = await inside(object, ({ sql }) => sql.exec('select 1 from attempts').toArray())
  expect(attempts).toEqual([])
  const doc = await documentOf(object)
  expect(doc).toMatchObject({ timers: {}, phone: null, pushname: null, sequence: 1, removed: true, linked: false })
  expect(JSON.stringify(doc)).not.toContain(sent.number)
})

test('rule erasure: so many accounts are asked a minute as one invocation may call, and the next minute goes on after them', async () => {
  for (let i = 0; i < 70; i++)
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at)
       values (?1, ?1, 'u', 'blast', 'loggedOut', 'idle', 1)`,
      `erased-${String(i).padStart(2, '0')}`,
    )
  await run(
    `insert into erasures (number, hash, phase, after, created_at) values ('62812999', 'h', 'accounts', 'erased-', 1)`,
  )
  const asked: string[] = []
  let silent = ''
  const minute = () =>
    continueErasures({
      db,
      bucket: bound.MEDIA,
      eraseIn: async (id) => {
        if (id === silent) throw new Error('no answer')
        asked.push(id)
      },
      clock: () => 0,
      until: 1,
      accounts: 60,
      warn: () => undefined,
    })
  await minute()
  expect(asked).toHaveLength(60)
  await minute()
  expect(new Set(asked).size).toBe(70)
  // one that does not answer is asked again
  silent = 'erased-00'
  await run(
    `insert into erasures (number, hash, phase, after, created_at) values ('62812998', 'g', 'accounts', 'erased-', 1)`,
  )
  asked.length = 0
  await minute()
  expect(asked).not.toContain(silent)
  silent = ''
  await minute()
  expect(asked).toContain('erased-00')
  await run(`delete from whatsapp where id like 'erased-%'`)
})

test('rule erasure: an account that never answers holds up neither the other accounts nor other people', async () => {
  const names = Array.from({ length: 170 }, (_, i) => `stuck-${String(i).padStart(3, '0')}`)
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at)
     select value, value, 'u', 'blast', 'loggedOut', 'idle', 1 from json_each(?)`,
    JSON.stringify(names),
  )
  await run(`update erasures set phase = 'done', number = null, done_at = 1 where done_at is null`)
  const people = Array.from({ length: 12 }, (_, i) => `628130000${String(i).padStart(2, '0')}`)
  await run(
    `insert into erasures (number, hash, phase, after, created_at) select value, value, 'accounts', 'stuck-', 1 from json_each(?)`,
    JSON.stringify(people),
  )
  const reached = new Set<string>()
  let silent = 'stuck-000'
  let now = 0
  const minutes = async (count: number) => {
    for (let i = 0; i < count; i++) {
      now += 60_000
      await continueErasures({
        db,
        bucket: bound.MEDIA,
        eraseIn: async (id, number) => {
          if (id === silent) throw new Error('no answer')
          reached.add(`${number} ${id}`)
        },
        clock: () => now,
        until: now + 1,
        accounts: 200,
        warn: () => undefined,
      })
    }
  }
  const open = () => all('select 1 from erasures where done_at is null')
  await minutes(40)
  expect(people.flatMap((number) => names.slice(1).filter((id) => !reached.has(`${number} ${id}`)))).toEqual([])
  expect(await open()).toHaveLength(people.length)
  silent = ''
  await minutes(24)
  expect([await open(), people.filter((number) => !reached.has(`${number} stuck-000`))]).toEqual([[], []])
  await run(`delete from whatsapp where id like 'stuck-%'`)
})
