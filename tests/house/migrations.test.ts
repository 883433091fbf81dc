// A database with people and money in it goes through the migrations, and every kept figure is right afterwards.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { templateNameOf } from '../../contract/sending/templates.ts'
import { root } from '../../scripts/stack/shell.ts'

const FILES = readdirSync(join(root, 'migrations'))
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
const apply = (db: DatabaseSync, names: readonly string[]): void => {
  for (const name of names) db.exec(readFileSync(join(root, 'migrations', name), 'utf8'))
}

test('a person’s income becomes the sum of their days, and requests are counted by status', () => {
  const db = new DatabaseSync(':memory:')
  const at = FILES.findIndex((name) => name.includes('list_sorts'))
  apply(db, FILES.slice(0, at))
  const person = db.prepare(`insert into users (id, firstname, lastname, email, password_hash, role, level_id,
    blast_interval_min, blast_interval_max, referral_code, created_at) values (?, '', '', ?, '', 'member', '', 1, 1, ?, 0)`)
  for (const id of ['a', 'b', 'c']) person.run(id, `${id}@x.test`, id)
  const day = db.prepare('insert into daily_stats (user_id, day, income_sen) values (?, ?, ?)')
  day.run('a', '2026-01-01', 500)
  day.run('a', '2026-01-02', -200)
  day.run('b', '2026-01-01', 70)
  day.run('', '2026-01-01', 570)
  const request = db.prepare(`insert into withdraws (id, user_id, nominal, status, account_name, account_bank,
    account_number, created_at) values (?, 'a', 10000, ?, '', '', '', 0)`)
  for (const [i, status] of ['requested', 'requested', 'accepted'].entries()) request.run(`w${i}`, status)

  apply(db, FILES.slice(at))
  expect(db.prepare('select id, income_sen from users order by id').all()).toMatchObject([
    { id: 'a', income_sen: 300 },
    { id: 'b', income_sen: 70 },
    { id: 'c', income_sen: 0 },
  ])
  expect(
    db.prepare(`select name, value from counters where name like 'withdraws.%' order by name`).all(),
  ).toMatchObject([
    { name: 'withdraws.accepted', value: 1 },
    { name: 'withdraws.requested', value: 2 },
    { name: 'withdraws.total', value: 3 },
  ])
  db.close()
})

test('every account that is there is woken once, and none that was removed', () => {
  const db = new DatabaseSync(':memory:')
  const at = FILES.findIndex((name) => name.includes('due_rows'))
  apply(db, FILES.slice(0, at))
  const account =
    db.prepare(`insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at, removed_at)
    values (?, ?, 'u', 'blast', 'connected', 'idle', 0, ?)`)
  account.run('linked', 'linked', null)
  account.run('removed', 'removed', 1)
  apply(db, FILES.slice(at))
  expect(db.prepare('select id, due_at from whatsapp order by id').all()).toMatchObject([
    { id: 'linked', due_at: 0 },
    { id: 'removed', due_at: null },
  ])
  db.close()
})

test('what was paid, accounts and members at work are counted from the rows that are there, and names are found', () => {
  const db = new DatabaseSync(':memory:')
  const at = FILES.findIndex((name) => name.includes('0011_reads'))
  apply(db, FILES.slice(0, at))
  const person = db.prepare(`insert into users (id, firstname, lastname, email, password_hash, role, level_id,
    blast_interval_min, blast_interval_max, referral_code, created_at) values (?, 'Budiman', '', ?, '', ?, '', 1, 1, ?, 0)`)
  for (const [id, role] of Object.entries({ a: 'member', b: 'member', s: 'staff' }))
    person.run(id, `${id}@x.test`, role, id)
  const account =
    db.prepare(`insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
    values (?, ?, ?, 'blast', ?, ?, 'idle', 0)`)
  for (const [id, user, state] of [
    ['1', 'a', 'connected'],
    ['2', 'a', 'connected'],
    ['3', 'b', 'disconnected'],
    ['4', 's', 'connected'],
  ] as const)
    account.run(id, id, user, id, state)
  const request = db.prepare(`insert into withdraws (id, user_id, nominal, status, account_name, account_bank,
    account_number, created_at, decided_at) values (?, 'a', ?, ?, '', '', '', 0, ?)`)
  const evening = Date.parse('2026-03-01T16:59:59Z')
  request.run('w1', 10_000, 'accepted', evening)
  request.run('w2', 20_000, 'accepted', evening + 1_000)
  request.run('w3', 40_000, 'rejected', evening)

  apply(db, FILES.slice(at))
  const counter = (name: string) => db.prepare('select value from counters where name = ?').get(name)?.['value']
  expect(counter('paid.total')).toBe(30_000)
  expect([counter('paid.2026-03-01'), counter('paid.2026-03-02')]).toEqual([10_000, 20_000])
  expect([counter('accounts.listed'), counter('accounts.connected'), counter('members.active')]).toEqual([4, 3, 1])
  expect(db.prepare(`select count(*) as n from member_names where member_names match '"budi"*'`).get()).toEqual({
    n: 3,
  })
  person.run('c', 'c@x.test', 'member', 'c')
  expect(db.prepare(`select count(*) as n from member_names where member_names match '"budi"*'`).get()).toEqual({
    n: 4,
  })
  db.close()
})

test('templates of the version before keep their status, count from nothing, and are called by their words', () => {
  const db = new DatabaseSync(':memory:')
  const at = FILES.findIndex((name) => name.includes('0016_deliberate'))
  apply(db, FILES.slice(0, at))
  const template =
    db.prepare(`insert into templates (id, media_name, text, text_wa, button, status, count_use, created_at)
    values (?, ?, ?, ?, '[]', ?, 7, 0)`)
  template.run('a', null, '<p>Halo</p>', '  Halo {name}\nApa kabar', 'active')
  template.run('b', 'promo.png', '', '', 'nonactive')
  template.run('c', null, '', 'x'.repeat(100), 'active')
  apply(db, FILES.slice(at))
  const rows = db.prepare('select * from templates order by id').all() as {
    text_wa: string
    media_name: string | null
  }[]
  expect(rows).toMatchObject([{ name: '' }, { name: '' }, { name: '' }])
  expect(rows.map((row) => ({ ...row, name: templateNameOf(row.text_wa, row.media_name) }))).toMatchObject([
    { id: 'a', name: 'Halo {name}', status: 'active', count_use: 7, count_success: 0, count_fail: 0, count_stop: 0 },
    { id: 'b', name: 'promo.png', status: 'nonactive' },
    { id: 'c', name: 'x'.repeat(60), status: 'active' },
  ])
  expect(db.prepare('select * from sending_pause').all()).toEqual([])
  db.close()
})

test('accounts of the version before wait for nothing, whatever they did, and no trouble is open', () => {
  const db = new DatabaseSync(':memory:')
  const at = FILES.findIndex((name) => name.includes('troubles'))
  apply(db, FILES.slice(0, at))
  db.exec(`insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at, due_at, sent_today)
    values ('a', 'a', 'u', 'blast', '1', 'connected', 'sending', 0, 7, 12)`)
  apply(db, FILES.slice(at))
  expect(db.prepare('select status, due_at, sent_today, unsettled_since, opt_outs_since from whatsapp').all()).toEqual([
    { status: 'sending', due_at: 7, sent_today: 12, unsettled_since: null, opt_outs_since: null },
  ])
  expect(db.prepare('select 1 from troubles union all select 1 from alerts').all()).toEqual([])
  const open = db.prepare(
    `insert into troubles (kind, subject, since, seen_at, figures) values ('no_runner', '', 1, 1, '{}')`,
  )
  open.run()
  expect(() => open.run()).toThrow(/UNIQUE/)
  db.exec('update troubles set ended_at = 2')
  open.run()
  db.close()
})

test('rule paid-is-paid: what was accepted before is paid where an image or the bank says so, else ordered; batches in the middle too', () => {
  const db = new DatabaseSync(':memory:')
  const at = FILES.findIndex((name) => name.includes('paid_is_paid'))
  apply(db, FILES.slice(0, at))
  const withdraw =
    db.prepare(`insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, step,
    created_at, decided_at, decided_by, payout_id, proof_key) values (?, 'u', 10000, ?, '', '', '', ?, 0, ?, 'a', ?, ?)`)
  const step = db.prepare(
    'insert into withdraw_steps (withdraw_id, step, from_status, to_status, by, at) values (?, ?, ?, ?, ?, ?)',
  )
  const line = db.prepare(
    'insert into payout_lines (batch_id, withdraw_id, position, reference, status, decided_at) values (?, ?, ?, ?, ?, ?)',
  )
  const batch = db.prepare(`insert into payout_batches (id, number, status, count, total, accepted, needs_second,
    created_by, created_at) values (?, ?, 'frozen', 2, 20000, ?, 0, 'a', 5)`)
  const accepted = (id: string, decidedAt: number, proof: string | null = null): void => {
    withdraw.run(id, 'accepted', 1, decidedAt, null, proof)
    step.run(id, 1, 'requested', 'accepted', 'a', decidedAt)
  }
  accepted('image', 7, 'proofs/image/1.png')
  accepted('bare', 7)
  // its line was accepted by a batch, but this acceptance is a later one by hand
  accepted('later', 9)
  step.run('later', 0, 'requested', 'accepted', 'a', 7)
  batch.run('half', 1, 1)
  accepted('bank', 8)
  line.run('half', 'bank', 1, 'R1', 'accepted', 8)
  line.run('half', 'later', 3, 'R0', 'accepted', 7)
  withdraw.run('rest', 'requested', 0, null, 'half', null)
  line.run('half', 'rest', 2, 'R2', 'waiting', null)
  batch.run('loaded', 2, 0)
  withdraw.run('file', 'requested', 0, null, 'loaded', null)
  line.run('loaded', 'file', 1, 'R3', 'waiting', null)
  db.exec(`insert into audit_log (at, actor_id, actor_role, action, target, request_id)
    values (6, 'a', 'admin', 'payout.download', 'loaded', 'r')`)
  batch.run('fresh', 3, 0)
  withdraw.run('frozen', 'requested', 0, null, 'fresh', null)
  line.run('fresh', 'frozen', 1, 'R4', 'waiting', null)
  withdraw.run('no', 'rejected', 1, 3, null, null)
  withdraw.run('new', 'requested', 0, null, null, null)

  const expand = FILES.slice(at).filter((name) => !name.includes('rows'))
  const backfill = FILES.slice(at).filter((name) => name.includes('rows'))
  apply(db, expand)
  // the Worker of this version accepts one before the rows are filled: it says so, and nothing is made of it
  db.exec(`update withdraws set status = 'accepted', step = 1, decided_at = 10 where id = 'new';
    insert into withdraw_steps (withdraw_id, step, from_status, to_status, by, at, payment)
      values ('new', 1, 'requested', 'accepted', 'a', 10, 'none')`)
  const rows = () =>
    db.prepare('select id, status, payment, step, decided_at as at from withdraws order by id').all() as object[]
  apply(db, backfill)
  const once = rows()
  apply(db, backfill)
  expect(rows()).toEqual(once)
  expect(once.map((row) => Object.values(row))).toEqual([
    ['bank', 'accepted', 'paid', 1, 8],
    ['bare', 'accepted', 'ordered', 1, 7],
    ['file', 'accepted', 'ordered', 1, 6],
    ['frozen', 'requested', null, 0, null],
    ['image', 'accepted', 'paid', 1, 7],
    ['later', 'accepted', 'ordered', 1, 9],
    ['new', 'accepted', null, 1, 10],
    ['no', 'rejected', null, 1, 3],
    ['rest', 'accepted', 'ordered', 1, 5],
  ])
  const orders = db.prepare(`select withdraw_id as id, count(*) as n from withdraw_steps where payment = 'ordered'
    group by 1 order by 1`)
  expect(orders.all().map((row) => Object.values(row))).toEqual([
    ['bank', 1],
    ['bare', 1],
    ['file', 1],
    ['image', 1],
    ['later', 2],
    ['rest', 1],
  ])
  expect(
    db
      .prepare('select withdraw_id, n, kind, key from withdraw_proofs')
      .all()
      .map((row) => Object.values(row)),
  ).toEqual([['image', 1, 'payment', 'proofs/image/1.png']])
  expect(db.prepare(`select value from counters where name = 'withdraws.accepted'`).get()).toEqual({ value: 7 })
  db.close()
})

test('rule segments: sources of programmes have their topics, and what somebody wrote there stays', () => {
  const db = new DatabaseSync(':memory:')
  const at = FILES.findIndex((name) => name.includes('source_topic'))
  apply(db, FILES.slice(0, at))
  const programme = db.prepare(`insert into programmes (id, title, keyword, word, what, frequency, by_whom, privacy,
    privacy_version, topic, created_by, created_at) values (?, ?, ?, ?, '', '', '', '', '1', ?, 'a', 1)`)
  const source = db.prepare('insert into consent_sources (name, created_at) values (?, 1)')
  for (const [id, topic] of [
    ['klub', 'Promo'],
    ['kelas', 'Jadwal'],
    ['umum', ''],
  ] as const) {
    programme.run(id, id, id.toUpperCase(), id, topic)
    source.run(`${id}: ${id.toUpperCase()}`)
  }
  source.run('Pameran')
  const [expand = [], backfill = []] = [false, true].map((rows) =>
    FILES.slice(at).filter((name) => name.includes('topics_of_programmes') === rows),
  )
  apply(db, expand)
  db.exec(`update consent_sources set topic = 'Kelas' where name like 'kelas%'`)
  for (const _again of [1, 2]) {
    apply(db, backfill)
    expect(db.prepare('select topic from consent_sources order by name').all()).toMatchObject(
      ['', 'Kelas', 'Promo', ''].map((topic) => ({ topic })),
    )
  }
  db.close()
})
