// Stops that come otherwise than with a number: by a LID, which is blocked where it was heard, and everywhere once the number is known;
// and by a list of numbers in a file.
import { beforeAll, describe, expect, test } from 'vitest'
import type { ImportWire } from '../../contract/recipients/imports.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { runImport, type RunPorts } from '../../domain/sending/importing/run-import.ts'
import { forbiddenClaims } from '../../domain/recipients/suppressions/claims-store.ts'
import { continueErasures } from '../../domain/privacy/erasures/continue-erasures.ts'
import { hashOfNumber, lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { recordOptIn } from '../../domain/recipients/suppressions/lift-store.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, one } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { madeFile, portsOf, runFlaky, startJob } from './support/imports.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, portsOf as stagePorts, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-lid')
let admin: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
})
const jobOf = async (id: string) => (await ask<ImportWire>('GET', `/admin/import/${id}`, { token: admin.token })).json
const countOf = async (table: string) => (await one<{ n: number }>(`select count(*) as n from ${table}`)).n
const suppressed = async (number: string) =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s === 1

test('rule opt-out-lid: the number learned later is suppressed and answered once, and the blast goes on', async () => {
  await makeLender('lid-user')
  const [first, second] = (await numbers(40, 2)) as [string, string]
  const { object, socket } = await linkedAccount(runner, 'lid-user')
  socket.say({ kind: 'inbound', items: [{ id: 's1', number: null, lid: 'L1', text: 'STOP', at: Date.now() }] })
  await object.start()
  await until('first send', () => socket.sends()[0])
  // its look-up tells whose lid that was
  socket.say({ ...acked(socket, 0), lid: 'L1' })
  await until('suppressed', () => suppressed(first))
  const answers = () => socket.sends().filter((s) => s.attemptId.startsWith('opt-out:'))
  await until('answered', () => answers()[0])
  await until('second send', () => socket.sends().find((s) => s.number === second))
  socket.say({ kind: 'inbound', items: [{ id: 's2', number: first, lid: 'L1', text: 'halo', at: Date.now() }] })
  await object.stop()
  expect(answers().map((s) => s.number)).toEqual([first])
  expect(await suppressed(second)).toBe(false)
})

test('rule opt-out-lid: anyone who starts over is stopped by the old LID as well, and erased with it', async () => {
  await makeLender('lid-again')
  const [, late] = (await numbers(60, 2)) as [string, string]
  const [early] = (await numbers(65, 1)) as [string]
  const { object, socket } = await linkedAccount(runner, 'lid-again')
  const say = (id: string, number: string | null, lid: string, text: string) =>
    socket.say({ kind: 'inbound', items: [{ id, number, lid, text, at: Date.now() }] })
  const contact = (number: string, lid: string) =>
    until('learned', () =>
      inside(
        object,
        ({ sql }) => sql.exec('select 1 from contacts where number = ? and lid = ?', number, lid).toArray().length > 0,
      ),
    )
  // of this one the stop comes first, of that one the new LID
  say('e1', null, 'EARLY1', 'STOP')
  for (const [number, name] of [
    [early, 'EARLY'],
    [late, 'LATE'],
  ] as const) {
    say(`${name}2`, number, `${name}1`, 'halo')
    await contact(number, `${name}1`)
    say(`${name}3`, number, `${name}2`, 'halo')
    await contact(number, `${name}2`)
  }
  // D1 has learned the new one, too
  await until('learned by all', async () => {
    const hashes = await all<{ h: string }>('select lid_hash as h from phone_numbers where number = ?', late)
    return hashes[0]?.h === lidHashes(hashRing(bound), 'LATE2').lidHash.slice(0, 16)
  })
  say('l4', null, 'LATE1', 'STOP')
  await until('both are suppressed', async () => (await suppressed(early)) && (await suppressed(late)))
  const kept = () =>
    inside(object, ({ sql }) =>
      ['contacts', 'opt_outs', 'people_lids']
        .map((t) => JSON.stringify(sql.exec(`select * from ${t}`).toArray()))
        .join(),
    )
  const lids = async () =>
    (await all<{ lid: string }>('select lid from suppressions where lid is not null')).map((s) => s.lid)
  expect(await kept()).toMatch(/EARLY1/)
  expect(await lids()).toContain('EARLY1')
  for (const number of [early, late]) {
    await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number } })
    await object.erase(number)
  }
  expect(await kept()).not.toMatch(/EARLY|LATE/)
  expect((await lids()).filter((lid) => /EARLY|LATE/.test(lid))).toEqual([])
})

test('rule lift: a stop that the database took after a MULAI only counts, whichever was written first', async () => {
  const number = '6281377700041'
  const [hash, at] = [hashOfNumber(hashRing(bound), number), Date.now()]
  const who = { number, lid: null, via: 'reply' as const, by: null, reason: null }
  await suppress(stagePorts(db), who, at - 2_000)
  await recordOptIn(db, { hashes: [hash], number, messageId: 'WA-2', by: 'acc', at: at - 1_000 })
  await suppress(stagePorts(db), who, at, [], at - 60_000)
  expect(await all('select event from consent_history where hash = ? order by id', hash)).toMatchObject(
    ['opt_out', 'opt_in', 'opt_out'].map((event) => ({ event })),
  )
})

describe('rule stop-lists: a list of stops', () => {
  const SOURCE = 'Formulir toko Maret'
  const ring = hashRing(bound)
  const upload = async (
    text: string,
    more: { reason?: string; name?: string; path?: string; columns?: object } = {},
  ) => {
    const form = new FormData()
    if (more.reason !== undefined) form.set('reason', more.reason)
    if (more.columns) form.set('columns', JSON.stringify(more.columns))
    form.set('consent_source', SOURCE)
    form.set('file', new File([text], more.name ?? 'berhenti.csv'))
    const response = await call('POST', more.path ?? '/admin/suppression/import', { token: admin.token, form })
    type Answer = { jobId: string; created: { number: string }[]; skipped: { number: string; reason: string }[] }
    return { status: response.status, json: await response.json<Answer>() }
  }
  const recipient = (number: string) =>
    ask<{ data: { id: number } }>('POST', '/admin/phonenumber/save', {
      token: admin.token,
      body: { number, name: 'Orang', consent_source: SOURCE },
    })
  const stopOf = (number: string) => all('select number, via, by, reason from suppressions where number = ?', number)
  const historyOf = async (number: string) =>
    (
      await all<{ event: string }>(
        'select event from consent_history where hash = ? order by id',
        hashOfNumber(ring, number),
      )
    ).map((row) => row.event)
  const total = async () =>
    Number(
      (await all<{ value: number }>(`select value from counters where name = 'suppressions.total'`))[0]?.value ?? 0,
    )

  test('stops each number once, in whatever form, and says of the others why; the same file again stops nobody', async () => {
    await recipient('6281377700001')
    await ask('POST', '/admin/suppression', { token: admin.token, body: { number: '6281377700002' } })
    // an account that has nothing any more lets go at once
    await all(`insert into withdrawn_claims (number_id, number, account_id) values (2, '6281377700003', 'acc-empty')`)
    const before = await total()
    const text = [
      'No HP;Alasan;Sumber;Tanggal',
      '0813-7770-0001;Telepon;CRM lama;2025-11-02',
      '+62 813 7770 0002;;;',
      "'+6281377700003;;;",
      '6281377700001;;;',
      'bukan nomor;;;',
    ].join('\r\n')
    const { status, json } = await upload(text, { reason: ' Daftar dari CRM ' })
    expect(status).toBe(200)
    expect(json.created).toMatchObject([
      { number: '6281377700001', via: 'import', by: admin.id, reason: 'Telepon · CRM lama · 2025-11-02' },
      { number: '6281377700003', reason: 'Daftar dari CRM' },
    ])
    expect(json.skipped).toMatchObject([
      { number: '6281377700002', reason: 'duplicate' },
      { number: '6281377700001', reason: 'duplicate' },
      { number: 'bukan nomor', reason: 'invalid' },
    ])
    expect(await jobOf(json.jobId)).toMatchObject({
      kind: 'suppression',
      rows: 5,
      createdCount: 2,
      skippedReasons: { duplicate: 2, invalid: 1 },
    })
    expect(await countOf('withdrawn_claims')).toBe(0)
    // who was there already stays as they came
    expect(await stopOf('6281377700002')).toMatchObject([{ via: 'admin' }])
    expect([await total(), await historyOf('6281377700001')]).toEqual([before + 2, ['granted', 'opt_out']])
    const [entry] = await all(`select target, after from audit_log where action = 'suppression.import'`)
    expect(entry).toMatchObject({
      target: 'berhenti.csv',
      after: expect.stringContaining('"reason":"Daftar dari CRM"'),
    })
    const file = await call('GET', `/admin/import/${json.jobId}/skipped`, { token: admin.token })
    expect(await file.text()).toContain('6281377700002,duplicate')

    const again = await upload(text)
    expect([again.json.created, again.json.skipped.length]).toEqual([[], 5])
    // that they are on this list, too, is on record: a message of before it lifts nothing
    const stopped = ['granted', 'opt_out', 'opt_out']
    expect([await total(), await historyOf('6281377700001')]).toEqual([before + 2, stopped])
    const asJson = await upload(JSON.stringify(['081377700004', { nomor: '081377700005', alasan: 'Surat' }]), {
      name: 'berhenti.json',
    })
    expect(asJson.json.created).toMatchObject([{ number: '6281377700004' }, { reason: 'Surat' }])
    const chosen = await upload('Pelanggan;Kontak kami;Alasan\nBudi;081377700006;Lama', {
      columns: { number: 1, header: true },
    })
    expect(chosen.json.created).toMatchObject([{ number: '6281377700006', reason: 'Lama' }])
  })
  test('holds at once: no claim takes a number of it, accounts let go of it, and no later import brings it', async () => {
    const [held, free, withdrawn] = ['6281377700011', '6281377700012', '6281377700013'] as const
    await Promise.all([recipient(held), recipient(free)])
    await all(`update phone_numbers set in_use = 1, in_use_by = 'acc-holds' where number = ?`, held)
    await all(`insert into withdrawn_claims (number_id, number, account_id) values (1, ?, 'acc-silent')`, withdrawn)
    const text = `${held}\n${free}\n${withdrawn}\n`
    await bound.MEDIA.put('held', text)
    await startJob('held', text.length, 'suppression')
    const dropped: string[] = []
    const failed: unknown[] = []
    const dropNumber = async (account: string, number: string): Promise<void> => {
      dropped.push(`${account} ${number}`)
      if (account === 'acc-silent') throw new Error('no answer')
    }
    const open: RunPorts['open'] = async (_key, from) => new Response(text.slice(from)).body
    const ports = portsOf(open, { dropNumber, dropFailed: (error) => void failed.push(error) })
    expect(await runImport(ports, 'held')).toBe('ended')
    expect([new Set(dropped), failed]).toEqual([
      new Set([`acc-holds ${held}`, `acc-silent ${withdrawn}`]),
      [new Error('no answer')],
    ])
    // the cron asks on
    expect(await forbiddenClaims(db, 10)).toContainEqual({ number: withdrawn, accountId: 'acc-silent' })
    await all(`update phone_numbers set in_use = 0, in_use_by = null where number = ?`, held)
    await all(`delete from withdrawn_claims`)
    await makeLender('stops-lender')
    const claimed = await claimNumbers(db, {
      accountId: 'acc-claims',
      userId: 'stops-lender',
      want: 10,
      now: Date.now(),
      runStartedAt: Date.now(),
      count: false,
      claim: 1,
      among: [held, free],
    })
    expect(claimed.numbers).toEqual([])
    const { json } = await upload(`number\n${withdrawn}`, { path: '/admin/phonenumber/import' })
    expect(json.skipped).toMatchObject([{ number: withdrawn, reason: 'suppressed' }])
  })
  test('of fifteen thousand comes once, no matter which part dies at which step, and its end is told', async () => {
    const file = madeFile(15_000)
    await all(`delete from phone_numbers where number like '62819%'`)
    await startJob('stops', file.size, 'suppression')
    const [before, told] = [await total(), new Set<string>()]
    const journal = async (stops: readonly { hash: string }[]) => stops.forEach(({ hash }) => told.add(hash))
    await runFlaky('stops', file.open, { journal })
    expect(await jobOf('stops')).toMatchObject({ status: 'done', rows: 15_000, createdCount: 15_000, skippedCount: 0 })
    expect([(await total()) - before, told.size]).toEqual([15_000, 15_000])
    expect(await countOf(`consent_history where source = 'import' and number like '62819%'`)).toBe(15_000)
    expect(await countOf(`suppressions where number like '62819%' and via = 'import'`)).toBe(15_000)
  })
  test('rule lift: ends the question about one of them, and is a new stop for who had asked for messages', async () => {
    const number = '6281377700021'
    await ask('POST', '/admin/suppression', { token: admin.token, body: { number } })
    const [{ id } = { id: 0 }] = await all<{ id: number }>('select id from suppressions where number = ?', number)
    const reason = 'Mengisi formulir baru di toko'
    await ask('DELETE', `/admin/suppression/${id}`, { token: admin.token, body: { reason } })
    const said = { hashes: [hashOfNumber(ring, number)], number, messageId: 'WA-1', by: 'acc', at: Date.now() + 1_000 }
    await recordOptIn(db, said)
    const { json } = await upload(`${number}\n`)
    expect(json.skipped).toMatchObject([{ number, reason: 'duplicate' }])
    expect(await historyOf(number)).toEqual(['opt_out', 'opt_in', 'opt_out'])
    expect(await all(`select status from approvals where kind = 'lift' and subject = ?`, String(id))).toEqual([
      { status: 'refused' },
    ])
  })
  test('rule erasure: of who is erased while a list is read comes no number back, and what it skipped of them goes', async () => {
    const number = '6281377700031'
    await ask('POST', '/admin/suppression', { token: admin.token, body: { number } })
    const first = await upload(`${number}\n0813 7770 0031 (Budi)\n`)
    expect(first.json.skipped.map((skip) => skip.reason)).toEqual(['duplicate', 'invalid'])
    await bound.MEDIA.put('reads', `${number}\n`)
    await startJob('reads', number.length + 1, 'suppression')
    await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number } })
    const open: RunPorts['open'] = async () => new Response(`${number}\n`).body
    await runImport(portsOf(open), 'reads')
    expect(await jobOf('reads')).toMatchObject({ createdCount: 0, skippedReasons: { duplicate: 1 } })
    await continueErasures({
      db,
      bucket: bound.MEDIA,
      eraseIn: async () => undefined,
      clock: () => Date.now(),
      until: Date.now() + 60_000,
      accounts: 10,
      warn: () => undefined,
    })
    expect(await all('select number, reason from suppressions where hash = ?', hashOfNumber(ring, number))).toEqual([
      { number: null, reason: 'erased' },
    ])
    expect(await countOf(`import_skips where value like '%7770%0031%'`)).toBe(0)
    expect(await stopOf(number)).toEqual([])
  })
})
