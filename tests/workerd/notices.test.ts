// What people are told: each fact once, by name, to those it concerns (rule notices).
import { evictDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { noticeText } from '../../contract/people/notice-texts.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../contract/people/notice-kinds.ts'
import type { Notice, NoticeOf } from '../../contract/people/notices.ts'
import type { Mail } from '../../domain/people/notices/mail.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { ledgerStatements } from '../../domain/money/ledger/store.ts'
import { sendDigests } from '../../domain/people/notices/send-digests.ts'
import { addNotice, purgeNotices } from '../../domain/people/notices/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, listen } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

type Page = { list: Notice[]; next: number | null; unread: number; last: number }
const runner = new FakeRunner('notices')
let admin: Person
let staff: Person
let serial = 0
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
  staff = await makePerson('staff')
})
const lender = (): Promise<Person> => makeLender(`noticed-${++serial}`)
const page = async (who: Person, query = ''): Promise<Page> =>
  (await ask<Page>('GET', `/admin/notice${query}`, { token: who.token })).json
const kindsOf = async (who: Person): Promise<NoticeKind[]> => (await page(who)).list.map(({ kind }) => kind)
/** Answers the notice of this kind once it is there. */
const noticed = async (who: Person, kind: NoticeKind): Promise<Notice> =>
  until(`a notice ${kind}`, async () => (await page(who, '?limit=100')).list.find((notice) => notice.kind === kind))

describe('of an account', () => {
  test('rule notices: one that WhatsApp logged out is told by name, and leads to linking it again', async () => {
    const person = await lender()
    const { accountId, socket, phone } = await linkedAccount(runner, person.id)
    const heard = await listen(`token=${person.token}`)
    socket.say({ kind: 'closed', code: 401, detail: 'logged out', reachedWhatsapp: true, proxyFailed: false })
    expect(await noticed(person, 'account_out')).toMatchObject({
      text: `Akun Uji (${phone}) keluar dari WhatsApp. Tautkan lagi agar dapat mengirim.`,
      link: `/whatsapp/create?r=${accountId}`,
      read: false,
    })
    await until('the bell hears it', () =>
      heard.events.some((e) => e.event === 'notice' && e.payload.unread === 1 && e.payload.last > 0),
    )
    expect(await kindsOf(person)).toEqual(['account_out'])
  })

  test('rule notices: a ban is told as a suspension, to its owner and to admins, and so is its end', async () => {
    const person = await lender()
    const { socket, object, phone } = await linkedAccount(runner, person.id)
    socket.say({ kind: 'closed', code: 403, detail: 'banned', reachedWhatsapp: true, proxyFailed: false })
    const text = `Akun Uji (${phone}) ditangguhkan: WhatsApp memblokir nomornya. Ini penangguhan ke-1. Hubungi Admin/CS.`
    expect(await noticed(person, 'account_suspended')).toMatchObject({ text, link: '/whatsapp' })
    const { firstname, lastname } = await one<{ firstname: string; lastname: string }>(
      'select firstname, lastname from users where id = ?',
      person.id,
    )
    expect(await noticed(admin, 'office_suspended')).toMatchObject({
      text: `Akun Uji (${phone}) milik ${firstname} ${lastname} ditangguhkan: WhatsApp memblokir nomornya.`,
      link: `/member/whatsapp?id=${person.id}`,
    })
    expect((await object.activate()).ok).toBe(true)
    await noticed(person, 'account_activated')
    expect(await kindsOf(person)).toEqual(['account_activated', 'account_suspended'])
    expect(await kindsOf(staff)).not.toContain('office_suspended')
    // one that is not suspended has no suspension to end
    await object.activate()
    expect(await kindsOf(person)).toHaveLength(2)
  })

  test('rule notices: a blast that reached its end is told with its counts, one that was stopped is not', async () => {
    const person = await lender()
    await run('delete from phone_numbers')
    await numbers(40_000, 2)
    const { object, socket, phone } = await linkedAccount(runner, person.id)
    await object.start()
    for (const i of [0, 1]) {
      await until('a send', () => socket.sends()[i])
      socket.say(acked(socket, i))
    }
    const { text } = await noticed(person, 'blast_finished')
    expect(text).toBe(`Blast Uji (${phone}) selesai: 2 pesan terkirim, pendapatan Rp 200.`)
    await numbers(40_100, 2)
    await object.start()
    await until('a third send', () => socket.sends()[2])
    await object.stop()
    socket.say(acked(socket, 2))
    await until('idle', async () => (await object.snapshot())?.status === 'idle')
    expect(await kindsOf(person)).toEqual(['blast_finished'])
  })

  test('rule notices: what D1 could not take waits with the account, and a crash after the write repeats nothing', async () => {
    const person = await lender()
    const { object, socket } = await linkedAccount(runner, person.id)
    await run('alter table notices rename to notices_away')
    socket.say({ kind: 'closed', code: 440, detail: 'conflict', reachedWhatsapp: true, proxyFailed: false })
    const pending = await until('the notice waits', async () => {
      const document = await documentOf(object)
      return document.notices.length === 1 && document.rowTries > 0 ? document : null
    })
    await run('alter table notices_away rename to notices')
    await fire(object, 'row')
    await noticed(person, 'account_out')
    await until('it is off the account', async () => (await documentOf(object)).notices.length === 0)
    // as if the process had died after D1 answered and before the document was written
    await inside(object, ({ sql }) => sql.exec('update document set value = ?', JSON.stringify(pending)))
    await evictDurableObject(object)
    await fire(object, 'row')
    await until('it is off the account again', async () => (await documentOf(object)).notices.length === 0)
    expect(await kindsOf(person)).toEqual(['account_out'])
  })
})

describe('of a withdraw', () => {
  const rich = async (): Promise<Person> => {
    const person = await lender()
    await run(`update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`, person.id)
    const entry = { userId: person.id, kind: 'withdraw_release' as const, amountSen: 10_000_000, at: Date.now() }
    await runBatch(db, ledgerStatements(db, [{ ...entry, ref: `notice:${person.id}` }]))
    return person
  }
  const request = async (who: Person, nominal: number): Promise<string> => {
    const body = { nominal, userId: who.id }
    const { json } = await ask<{ data: { id: string } }>('POST', '/admin/withdraw/request', { token: who.token, body })
    return json.data.id
  }
  const decide = (id: string, status: string) =>
    ask('PUT', '/admin/withdraw/update', { token: admin.token, body: { id, status } })

  test('rule notices: a request is told to those who decide, and a decision to its member, once each', async () => {
    const person = await rich()
    const heard = await listen(`token=${staff.token}`)
    const id = await request(person, 40_000)
    const [told] = (await page(staff)).list
    expect(told).toMatchObject({ kind: 'office_withdraw', link: '/withdraw/requested' })
    expect(told?.text).toMatch(/^Orang \d+ meminta withdraw Rp 40\.000\.$/)
    expect(await kindsOf(admin)).toContain('office_withdraw')
    await until('the bell hears it', () => heard.events.some((e) => e.event === 'notice'))
    // two who decide at the same moment: one of them is refused
    await Promise.all([decide(id, 'rejected'), decide(id, 'rejected')])
    expect((await page(person)).list).toMatchObject([
      { text: 'Withdraw Rp 40.000 ditolak dan dananya kembali ke saldo Anda.', link: '/withdraw' },
    ])
    await decide(id, 'requested')
    await decide(id, 'accepted')
    expect(await kindsOf(person)).toEqual(['withdraw_paid', 'withdraw_rejected'])
    const offices = await all(`select 1 from notices where user_id = ? and ref like ?`, staff.id, `withdraw:${id}:%`)
    expect(offices).toHaveLength(1)
  })

  test('rule notices: staff hear of no request while they may not decide', async () => {
    await run(`insert or replace into settings (key, value) values ('staff_can_process', 'false')`)
    const before = (await page(staff)).last
    await request(await rich(), 10_000)
    await run(`delete from settings where key = 'staff_can_process'`)
    expect((await page(staff)).last).toBe(before)
  })
})

describe('the list', () => {
  const paid = (userId: string, ref: string, at = Date.now()) =>
    addNotice(db, { kind: 'withdraw_paid', data: { nominal: 10_000 }, to: { userId }, ref, at })

  test('rule notices: written twice, a fact is one notice', async () => {
    const person = await lender()
    await runBatch(db, paid(person.id, `twice:${person.id}`))
    await runBatch(db, paid(person.id, `twice:${person.id}`))
    expect(await page(person)).toMatchObject({ unread: 1, next: null })
  })

  test('comes in pages without gaps, and is read one by one or all up to one', async () => {
    const person = await lender()
    const other = await lender()
    const refs = ['a', 'b', 'c', 'd', 'e'].map((name) => `page:${person.id}:${name}`)
    await runBatch(db, [...refs.flatMap((ref) => paid(person.id, ref)), ...paid(other.id, `page:${other.id}`)])
    const first = await page(person, '?limit=2')
    const second = await page(person, `?limit=2&before=${first.next}`)
    const third = await page(person, `?limit=2&before=${second.next}`)
    const ids = [first, second, third].flatMap(({ list }) => list.map(({ id }) => id))
    expect([ids, ids.length, third.next]).toEqual([ids.toSorted((a, b) => b - a), 5, null])
    const read = (who: Person, body: object) =>
      ask<{ unread: number }>('POST', '/admin/notice/read', { token: who.token, body })
    expect((await read(person, { id: ids[0] })).json.unread).toBe(4)
    // another's is not touched, whatever id is named
    expect((await read(other, { id: ids[1] })).json.unread).toBe(1)
    expect((await read(person, { up_to: ids[2] })).json.unread).toBe(1)
    expect((await page(person)).list.map((notice) => notice.read)).toEqual([true, false, true, true, true])
  })

  test('leaves out the kinds that its person does not want there', async () => {
    const person = await lender()
    const ways = { in_app: false, push: true, digest: true }
    const choices = { choices: { withdraw_paid: ways }, details: true }
    expect((await ask('PUT', '/admin/notice/settings', { token: person.token, body: choices })).status).toBe(200)
    const { json } = await ask('GET', '/admin/notice/settings', { token: person.token })
    expect(json).toMatchObject(choices)
    await runBatch(db, paid(person.id, `hidden:${person.id}`))
    expect(await page(person)).toEqual({ list: [], next: null, unread: 0, last: 0 })
  })

  test('rule notice-form: is kept for 90 days', async () => {
    const person = await lender()
    const now = Date.now() + 10 * 86_400_000
    await run('delete from notices')
    await runBatch(db, [
      ...paid(person.id, `old:${person.id}`, now - 91 * 86_400_000),
      ...paid(person.id, `young:${person.id}`, now - 89 * 86_400_000),
    ])
    await purgeNotices(db, now - 90 * 86_400_000)
    expect(await all('select ref from notices where user_id = ?', person.id)).toEqual([{ ref: `young:${person.id}` }])
  })
})

test('rule notice-form: without details no kind shows an amount, a name or a number', () => {
  const account = 'Sari (6281234567890)'
  const samples: { [K in NoticeKind]: Extract<NoticeOf, { kind: K }>['data'] } = {
    account_out: { id: 'a', purpose: 'blast', account, state: 'conflict' },
    account_suspended: { account, reason: 'banned', count: 2 },
    account_activated: { account },
    account_rests: { account, why: 'stops', count: 7, of: 60, until: Date.UTC(2026, 11, 3) },
    withdraw_paid: { nominal: 25_000 },
    withdraw_rejected: { nominal: 25_000, reason: 'Rekening Budi salah' },
    withdraw_wait: { nominal: 25_000, tie: 'device', until: Date.UTC(2026, 11, 3) },
    blast_finished: { account, sent: 5, fail: 3, earned: 500, error: 'Galat 7' },
    recipients_again: { since: 1 },
    person_status: { status: 'paused', reason: 'Nomor Budi' },
    new_device: { device: 'Ponsel Budi 7', country: 'ID' },
    credentials: { what: 'bank' },
    office_withdraw: { who: 'Budi', nominal: 25_000 },
    office_suspended: { who: 'Budi', user_id: 'u', account, reason: 'deleted' },
    office_approval: { who: 'Budi', of: 'bonus', amount: 25_000, batch: null },
    office_decided: { who: 'Budi', of: 'bonus', amount: 25_000, batch: null, outcome: 'refused', reason: 'Budi 7' },
  }
  for (const kind of NOTICE_KINDS) {
    const about = { kind, data: samples[kind] } as NoticeOf
    expect(noticeText(about, false)).not.toMatch(/\d|Sari|Budi/)
    // one has none of them to hide
    if (kind !== 'credentials' && kind !== 'recipients_again') expect(noticeText(about, true)).toMatch(/\d|Sari|Budi/)
  }
})

test('rule digest: one mail a day with what is unread, none for nothing, and again what the mailer refused', async () => {
  const person = await lender()
  const paid = (ref: string, nominal: number) =>
    runBatch(
      db,
      addNotice(db, {
        kind: 'withdraw_paid',
        data: { nominal },
        to: { userId: person.id },
        ref: `digest:${person.id}:${ref}`,
        at: Date.now(),
      }),
    )
  await run('delete from notice_settings')
  await paid('before', 11_000)
  const choices = { withdraw_paid: { in_app: true, push: false, digest: true } }
  await ask('PUT', '/admin/notice/settings', { token: person.token, body: { choices, details: false } })
  const mails: Mail[] = []
  let takes = true
  const send = async (mail: Mail): Promise<boolean> => {
    if (takes) mails.push(mail)
    return takes
  }
  const on = (day: string): Promise<number> => sendDigests({ db, origin: 'https://uji.test', send }, day, 50)
  expect(await on('2026-01-01')).toBe(0)
  await paid('one', 12_000)
  await paid('two', 13_000)
  // the day's mail was not needed; what came since waits for the next
  expect([await on('2026-01-01'), await on('2026-01-02'), await on('2026-01-02')]).toEqual([0, 1, 0])
  expect(mails).toMatchObject([{ to: person.email, subject: '2 kabar yang belum Anda baca' }])
  expect(mails[0]?.text).toMatch(/Rp 12\.000[\s\S]*Rp 13\.000/)
  expect(mails[0]?.text).not.toContain('11.000')
  await paid('three', 14_000)
  takes = false
  expect(await on('2026-01-03')).toBe(0)
  takes = true
  expect([await on('2026-01-03'), await on('2026-01-04')]).toEqual([0, 1])
  expect(mails[1]?.text).toContain('Rp 14.000')
})
