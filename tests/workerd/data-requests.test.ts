// What a person may ask to see of their number: everything that the database, every account and every file of a check keep of it, however
// the number is written, on record, and nothing once they are erased.
import { beforeAll, expect, test } from 'vitest'
import type { DataRequestAnswer } from '../../contract/privacy/data-requests.ts'
import { until } from '../../scripts/drive/until.ts'
import { cron } from './support/cron.ts'
import { ask, call } from './support/api.ts'
import { showNumber } from '../../domain/privacy/data-requests/show-number.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { all, bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

type Fail = { reason: string; fields?: Record<string, string> }
const runner = new FakeRunner('data-requests')
let admin: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
})
const show = <T = DataRequestAnswer>(body: object, who = admin) =>
  ask<T>('POST', '/admin/data-request', { token: who.token, body })
/** All steps, as the screen asks them. */
const showAll = async (number: string): Promise<DataRequestAnswer> => {
  const { json: first } = await show({ number, reference: 'Surat 17' })
  let { after } = first
  while (after !== null) {
    const { json: step, status } = await show({ number, reference: 'Surat 17', after })
    expect(status).toBe(200)
    first.accounts.push(...step.accounts)
    first.files.push(...step.files)
    first.silent.push(...step.silent)
    after = step.after
  }
  return first
}

test('rule data-request: shows what database, accounts and files keep of a number, and nothing of it once it is erased', async () => {
  await makeLender('data-asker')
  const [number, other] = (await numbers(60, 2)) as [string, string]
  const { object, socket, accountId } = await linkedAccount(runner, 'data-asker')
  await object.start()
  for (let i = 0; i < 2; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    const to = socket.sends()[i]?.number ?? ''
    socket.say({
      ...acked(socket, i),
      lid: `LL${i}`,
      rows: [{ type: 'session', id: `${to}.0`, owner: to, data: 'AA==' }],
    })
  }
  await until('settled', async () => (await all('select 1 from phone_numbers where in_use = 1')).length === 0)
  const [sent] = socket.sends().filter((one) => one.number === number)
  socket.say({ kind: 'receipts', items: [{ messageId: sent?.messageId ?? '', type: 'delivered', at: Date.now() }] })
  socket.say({ kind: 'inbound', items: [{ id: 'i', number, lid: null, text: 'INFO', at: Date.now() }] })
  socket.say({ kind: 'inbound', items: [{ id: 's', number, lid: null, text: 'STOP', at: Date.now() }] })
  await until('suppressed', async () => (await all('select 1 from suppressions where number = ?', number))[0])
  await run(
    `insert into number_checks (id, kind, user_id, whatsapp_id, total, interval_min, interval_max, created_at, updated_at)
     values ('asked-check', 'validator', 'x', ?, 2, 1, 2, 0, 0)`,
    accountId,
  )
  await bound.MEDIA.put(
    'checks/asked-check/in-0.json',
    JSON.stringify([
      { number, name: 'Nama Berkas' },
      { number: other, name: 'Orang Lain' },
    ]),
  )
  await bound.MEDIA.put(
    'checks/asked-check/out-00000000.ndjson',
    `[0,"${number}","Nama Berkas",1]\n[1,"${other}","Lain",0]\n`,
  )
  await run(
    `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
     values ('asked-import', 'phonenumber', 'done', '', 'acara.csv', 'csv', 1, '{}', 'x', 0, 1, 9e15)`,
  )
  await run(`insert into import_skips values ('asked-import', 1, ?, 'Nama Impor', 'duplicate')`, number)

  const hash = hashesOfNumber(hashRing(bound), number)[0]
  await run(
    `insert into programme_opt_ins (message_id, programme_id, account_id, hash, outcome, answers, at, heard_at, form, form_at, form_lang)
     values ('m1', 'promo', 'a', ?1, 'granted', 1, 1000, 1, '2222222222222', 0, 'en'), ('m2', 'promo', 'a', ?1, 'ended', 0, 2000, 2, null, null, null),
       ('m3', 'promo', 'a', 'of-somebody', 'granted', 0, 3000, 3, null, null, null)`,
    hash,
  )

  const shown = await showAll(`0${number.slice(2, 5)}-${number.slice(5)}`)
  expect(shown.number).toBe(number)
  expect(shown.silent).toEqual([])
  expect(shown.kept).toMatchObject({
    recipient: { suppressed: true, snoozed_until: null, status: 'active', count_success: 1 },
    consents: [{ event: 'opt_out', source: 'reply' }],
    keywords: [
      { programme: 'promo', outcome: 'ended', date: '1970-01-01T00:00:02.000Z', form: null },
      {
        programme: 'promo',
        outcome: 'granted',
        date: '1970-01-01T00:00:01.000Z',
        form: { code: '2222222222222', date: '1970-01-01T00:00:00.000Z', lang: 'en' },
      },
    ],
    stops: [{ via: 'reply' }],
    imports: [{ file: 'acara.csv', name: 'Nama Impor' }],
    audit: [{ action: 'consent.show' }],
    accounts: [],
  })
  const mine = shown.accounts.filter(({ id }) => id === accountId)
  expect(mine).toMatchObject([
    {
      messages: [{ outcome: 'success', read_at: null, one_off: false, text: expect.stringContaining('') }],
      stops: [{ via: 'reply' }],
      asked: [{ asked: 'info' }],
      keys: 1,
      waiting: false,
    },
  ])
  expect(mine[0]?.messages[0]?.delivered_at).not.toBeNull()
  expect(shown.files).toEqual([
    { check: 'asked-check', kind: 'source', name: 'Nama Berkas', registered: null },
    { check: 'asked-check', kind: 'result', name: 'Nama Berkas', registered: true },
  ])
  // of nobody else
  expect(JSON.stringify(shown)).not.toContain(other)
  expect(JSON.stringify(shown)).not.toContain('Orang Lain')

  // on record once for all steps, by the hash and with the reference
  const entries = await all<{ target: string; after: string }>(
    `select target, after from audit_log where action = 'consent.show' and actor_id = ?`,
    admin.id,
  )
  expect(entries).toMatchObject([
    { target: expect.stringMatching(/^[0-9a-f]{64}$/), after: '{"reference":"Surat 17"}' },
  ])
  expect(await all(`select user_id from security_events where kind = 'data_shown'`)).toEqual([{ user_id: admin.id }])

  const erase = { number, reference: 'Surat 18' }
  for (let twice = 0; twice < 2; twice++)
    expect((await ask('POST', '/admin/consent/erase', { token: admin.token, body: erase })).status).toBe(200)
  await cron()
  const left = await showAll(number)
  expect(left).toMatchObject({ accounts: [], files: [], kept: { recipient: null, imports: [] } })
  expect(left.kept?.erasures.map(({ done }) => done !== null)).toEqual([true, true])
  expect(left.kept?.remembered).toMatchObject([{ misses: 0 }])
  // the hash keeps them suppressed, and the history of what was agreed to has no number
  expect(left.kept?.stops).toMatchObject([{ via: 'reply', lid: null, reason: 'erased' }])
  expect(await all('select 1 from consent_history where number = ?', number)).toEqual([])
  const later = '2030-12-24T03:00:00.000Z'
  await run(`insert into snoozes (number, until, via, created_at) values (?, ?, 'page', 0)`, other, Date.parse(later))
  await run('update phone_numbers set suppressed = 2 where number = ?', other)
  expect((await showAll(other)).kept?.recipient).toMatchObject({ suppressed: false, snoozed_until: later })
})

test('rule data-request: every account is asked once, however many; one that does not answer is named, and its owner is shown', async () => {
  const [number] = (await numbers(70, 1)) as [string]
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
     select 'crowd-' || value, 'crowd-' || value, ?1, 'blast', iif(value = 7, ?2, null), 'disconnected', 'idle', 1
     from (with recursive n (value) as (select 1 union all select value + 1 from n where value < 205) select value from n)`,
    admin.id,
    number,
  )
  const asked: string[] = []
  const ports = {
    db,
    bucket: bound.MEDIA,
    clock: () => Date.now(),
    until: Date.now() + 10_000,
    askAccount: async (id: string) => {
      asked.push(id)
      if (id === 'crowd-7') throw new Error('overloaded')
      return null
    },
  }
  const silent: string[] = []
  const who = { number, hashes: hashesOfNumber(hashRing(bound), number) }
  let after: string | null | undefined
  do {
    const step = await showNumber(ports, { ...who, after: after ?? undefined })
    if (step.kept) expect(step.kept.accounts).toMatchObject([{ id: 'crowd-7', user_id: admin.id, removed_at: null }])
    silent.push(...step.silent)
    after = step.after
  } while (after !== null)
  const ids = (await all<{ id: string }>('select id from whatsapp')).map(({ id }) => id)
  expect(asked.toSorted()).toEqual(ids.toSorted())
  expect(silent).toEqual([number])
})

test('rule data-request: of what there are more rows than an answer has, it says so', async () => {
  await makeLender('data-much')
  const [number] = (await numbers(75, 1)) as [string]
  const { object, accountId } = await linkedAccount(runner, 'data-much')
  await run(
    `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
     values ('much-import', 'phonenumber', 'done', '', 'acara.csv', 'csv', 1, '{}', 'x', 0, 1, 9e15)`,
  )
  const skip = (first: number, last: number) =>
    run(
      `insert into import_skips
       select 'much-import', value, ?, 'N', 'duplicate' from json_each(?)`,
      number,
      JSON.stringify(Array.from({ length: last - first + 1 }, (_, i) => first + i)),
    )
  const attempt = (first: number, last: number) =>
    inside(object, ({ sql }) => {
      for (let i = first; i <= last; i++)
        sql.exec(
          `insert into attempts (attempt_id, message_id, number_id, number, name, price_sen, epoch, created_at, outcome)
           values (?1, ?1, 0, ?2, 'N', 0, 1, ?3, 'success')`,
          `much-${i}`,
          number,
          Date.now() - i,
        )
    })
  await skip(1, 500)
  await attempt(1, 500)
  const whole = await showAll(number)
  expect(whole).toMatchObject({ kept: { cut: [] }, accounts: [{ id: accountId, cut: false }] })
  await skip(501, 501)
  await attempt(501, 501)
  const shown = await showAll(number)
  expect(shown).toMatchObject({ kept: { cut: ['imports'] }, accounts: [{ id: accountId, cut: true }] })
  expect(shown.kept?.imports).toHaveLength(500)
  expect(shown.accounts[0]?.messages).toHaveLength(500)
})

test('rule data-request: a reference that tells the number, none, or a number that is none is refused, and nothing is on record', async () => {
  const before = await all(`select 1 from audit_log where action like 'consent.%'`)
  for (const [body, field] of [
    [{ number: '081255550001', reference: 'dari 0812 5555 0001' }, 'reference'],
    [{ number: '081255550001', reference: ' ' }, 'reference'],
    [{ number: '12', reference: 'Surat 1' }, 'number'],
  ] as const)
    for (const path of ['/admin/data-request', '/admin/consent/erase']) {
      const { status, json } = await ask<Fail>('POST', path, { token: admin.token, body })
      expect([path, body, status, Object.keys(json.fields ?? {})]).toEqual([path, body, 422, [field]])
    }
  expect(await all(`select 1 from audit_log where action like 'consent.%'`)).toEqual(before)
})

test('rule notes: two write at once, who wrote one deletes it, and its person reads them; the log never has the words', async () => {
  const [rina, dev, member] = [await makePerson('admin'), await makePerson('dev'), await makePerson('member')]
  const [first, second, third] = (await numbers(80, 3)) as [string, string, string]
  const idOf = async (number: string) =>
    (await all<{ id: number }>('select id from phone_numbers where number = ?', number))[0]?.id ?? 0
  const write = (who: Person, about: object, text: string) =>
    ask<{ note: { id: number } }>('POST', '/admin/note/create', { token: who.token, body: { ...about, text } })
  const drop = (who: Person, id: number) => ask<Fail>('POST', '/admin/note/delete', { token: who.token, body: { id } })
  const read = async (query: string) =>
    (await ask<{ data: { text: string; by: string }[] }>('GET', `/admin/note/list?${query}`, { token: admin.token }))
      .json.data
  const about = { number_id: await idOf(first) }
  const made = await Promise.all([
    write(admin, about, ' Minta dihubungi pagi.\r\nKata ibunya '),
    write(rina, about, 'Rahasia Rina'),
    write(rina, { user_id: member.id }, 'Rahasia anggota'),
  ])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  const [mine, hers] = made.map(({ json }) => json.note.id) as [number, number]
  const texts = (notes: { text: string }[] = []) => notes.map(({ text }) => text).toSorted()
  const said = ['Minta dihubungi pagi.\nKata ibunya', 'Rahasia Rina']
  expect(texts(await read(`number_id=${about.number_id}`))).toEqual(said)
  expect(texts((await showAll(first)).kept?.recipient?.notes)).toEqual(said)
  const file = await (await call('GET', `/admin/users/${member.id}/data`, { token: member.token })).text()
  expect(JSON.parse(file)).toMatchObject({ notes: [{ text: 'Rahasia anggota', createdAt: expect.any(String) }] })
  expect(file).not.toContain(rina.id)
  // of others nobody but dev deletes one, and a member reads none of anybody's page
  expect((await drop(admin, hers)).status).toBe(403)
  expect([(await drop(admin, mine)).status, (await drop(dev, hers)).status, (await drop(dev, hers)).status]).toEqual([
    200, 200, 404,
  ])
  expect(await read(`number_id=${about.number_id}`)).toEqual([])
  const log = await all<{ action: string; before: null; after: null }>(
    `select action, before, after from audit_log where action like '%.note%' order by id`,
  )
  expect(log.map(({ action }) => action).filter((action) => action.endsWith('.note_delete'))).toHaveLength(2)
  expect(log).toHaveLength(5)
  expect(JSON.stringify(log)).not.toMatch(/Rahasia|pagi/)
  // with the row, with another number in it, and with an erasure nothing is left of a recipient's
  for (const number of [first, second, third]) await write(admin, { number_id: await idOf(number) }, 'Tinggal')
  await ask('DELETE', `/admin/phonenumber/${await idOf(first)}`, { token: admin.token })
  const other = { number: '081577770080', consent_source: 'Formulir toko' }
  await ask('PUT', `/admin/phonenumber/${await idOf(second)}`, { token: admin.token, body: other })
  await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number: third, reference: 'Surat 9' } })
  expect(await all('select 1 from notes where number_id is not null')).toEqual([])
  await run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 199)
     insert into notes (user_id, by, at, text) select ?, 'x', 1, 'n' from n`,
    member.id,
  )
  expect((await write(admin, { user_id: member.id }, 'Satu lagi')).status).toBe(422)
})
