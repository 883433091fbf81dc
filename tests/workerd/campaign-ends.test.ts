// One mail to who launched a campaign, when it has ended or paused itself (rule campaign-end-mail): real Worker, real D1.
import { expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { Mail } from '../../domain/people/notices/mail.ts'
import { continueLaunches, endCampaigns } from '../../domain/sending/campaigns/launch-store.ts'
import { tellEnds } from '../../domain/sending/campaigns/tell-ends.ts'
import { ask } from './support/api.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { db, one, run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, launched, move, admin } = stageCampaigns('campaign-ends')
let takes = true
/** The mails of one minute. */
const mailed = async (now = Date.now()): Promise<Mail[]> => {
  const mails: Mail[] = []
  const send = async (mail: Mail): Promise<boolean> => {
    if (takes) mails.push(mail)
    return takes
  }
  await tellEnds({ db, origin: 'https://uji.test', send }, now, 10)
  return mails
}
const choose = (campaign_mail?: boolean) =>
  ask<{ campaign_mail: boolean }>('PUT', '/admin/notice/settings', {
    token: admin().token,
    body: { choices: {}, details: false, ...(campaign_mail === undefined ? {} : { campaign_mail }) },
  })
const started = async (name: string): Promise<number> => {
  await run('delete from phone_numbers')
  await numbers(0, 3)
  return launched({ name })
}
const done = (id: number) =>
  run(
    `update campaigns
     set people = 3, claimed = 3, settled = 3, success = 2, fail = 1, delivered = 2, read = 1, cost_sen = 20000
     where id = ?`,
    id,
  )

test('rule campaign-end-mail: one mail with the figures and the way to them, to who launched it, once', async () => {
  const id = await started('Lebaran')
  expect(await mailed()).toEqual([])
  await done(id)
  await endCampaigns(db, Date.now())
  const mails = await mailed()
  expect(mails).toMatchObject([{ to: admin().email, subject: 'Kampanye “Lebaran” selesai' }])
  for (const part of [
    '2 dari 3',
    'Gagal: 1',
    'sampai: 2, dibaca: 1',
    'Rp 200',
    `https://uji.test/campaign/show?id=${id}`,
  ])
    expect(mails[0]?.text).toContain(part)
  expect(await mailed()).toEqual([])
})

test('rule campaign-end-mail: of a cancelled one when nobody is held any more, of one that paused itself with why, and again of its end', async () => {
  const cancelled = await started('Batal')
  await run('update campaigns set claimed = 1 where id = ?', cancelled)
  await move('cancel', cancelled)
  expect(await mailed()).toEqual([])
  // an account that never answers does not keep it back
  expect(await mailed(Date.now() + 11 * 60_000)).toMatchObject([{ subject: 'Kampanye “Batal” dibatalkan' }])
  const id = await started('Gagal')
  await move('pause', id)
  // somebody's own pause is no news
  expect(await mailed()).toEqual([])
  await run(`update campaigns set why = 'fails', why_at = ?, why_count = 30, why_of = 60 where id = ?`, Date.now(), id)
  const [mail] = await mailed()
  expect(mail?.subject).toBe('Kampanye “Gagal” menjeda dirinya')
  expect(mail?.text).toContain('30 dari 60 pesan gagal')
  expect(await mailed()).toEqual([])
  await move('resume', id)
  await done(id)
  await endCampaigns(db, Date.now())
  expect(await mailed()).toMatchObject([{ subject: 'Kampanye “Gagal” selesai' }])
})

test('rule campaign-budget: the mail says over what it ended, and how many are left', async () => {
  const of = async (name: string, given: string): Promise<string | undefined> => {
    const id = await started(name)
    await run(
      `update campaigns set people = 5, claimed = 1, settled = 1, success = 1, dropped = 1, gone = 1, cost_sen = 10000, ${given} where id = ?`,
      id,
    )
    await endCampaigns(db, Date.now())
    return (await mailed())[0]?.text
  }
  expect(await of('Batas', 'budget = 1')).toContain('batas pesannya habis. 2 penerima belum mendapat pesannya.')
  expect(await of('Rupiah', 'budget_sen = 15000')).toContain('anggarannya habis. 2 penerima')
  expect(await of('Waktu', 'end_at = 1')).toContain('waktu selesainya sudah lewat. 2 penerima')
})

test('rule campaigns: one whose budget is used up ends when nobody is held any more', async () => {
  const id = await started('Ditahan')
  const state = async () => {
    await endCampaigns(db, Date.now())
    return (await one<{ state: string }>('select state from campaigns where id = ?', id)).state
  }
  await run('update campaigns set budget = 1, claimed = 2, settled = 1, success = 1 where id = ?', id)
  expect(await state()).toBe('running')
  await run('update campaigns set settled = 2, success = 2 where id = ?', id)
  expect(await state()).toBe('finished')
  await mailed()
})

test('rule campaigns: one whose people are still written down is stopped like any other, and no more are', async () => {
  const id = await started('Diluncurkan')
  await run('delete from campaign_people where campaign_id = ?', id)
  await run(`update campaigns set state = 'launching', launched_to = 0, people = 0 where id = ?`, id)
  expect((await move('cancel', id)).status).toBe(200)
  await continueLaunches(db, Date.now(), () => true)
  expect(await one('select state, people from campaigns where id = ?', id)).toEqual({ state: 'cancelled', people: 0 })
  await mailed()
})

test('what the mailer refused is mailed in the next minute, and what is older than a day never', async () => {
  const id = await started('Lagi')
  await move('cancel', id)
  takes = false
  expect(await mailed()).toEqual([])
  takes = true
  expect(await mailed()).toHaveLength(1)
  const old = await started('Kemarin')
  await move('cancel', old)
  await run('update campaigns set ended_at = ? where id = ?', Date.now() - DAY_MS - 1, old)
  expect(await mailed()).toEqual([])
})

test('rule campaign-end-mail: not to who wants none, runs the place no more, or is not known', async () => {
  expect((await choose(false)).status).toBe(200)
  await move('cancel', await started('Tanpa'))
  expect(await mailed()).toEqual([])
  // a page of before says nothing of it
  expect((await choose()).status).toBe(200)
  expect((await as<{ campaign_mail: boolean }>('GET', '/admin/notice/settings')).json.campaign_mail).toBe(false)
  expect((await choose(true)).status).toBe(200)
  const id = await started('Lain')
  await move('cancel', id)
  await run('update campaigns set launched_by = null where id = ?', id)
  const other = await started('Staf')
  await move('cancel', other)
  await run(`update users set role = 'member' where id = ?`, admin().id)
  expect(await mailed()).toEqual([])
  await run(`update users set role = 'admin' where id = ?`, admin().id)
  await move('cancel', await started('Jeda'))
  await run(`update users set status = 'paused' where id = ?`, admin().id)
  expect(await mailed()).toEqual([])
  await run(`update users set status = 'active' where id = ?`, admin().id)
  // told is told
  expect(await mailed()).toEqual([])
})
