// An admin finds a member to check, holds their withdraws, lifts the hold, and reads what happened to their account (rules
// fraud-signals, withdraw-hold, security-events).
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Person, signIn as enter } from '../../scripts/drive/api.ts'
import { useBrowser } from '../support/browser.ts'
import { CONTENTS, digestOf } from '../../domain/record/record/chain.ts'
import { dataRow, goTo, signIn, told } from '../support/journeys.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import { addSigns, emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
let theirs: Person
let admin: Page
beforeAll(async () => {
  withDatabase(browser.home, addSigns)
  const boss = await enter(browser.origin, 'admin@demo.test', PASSWORD)
  theirs = await enter(browser.origin, emailOf('tanda'), PASSWORD)
  const bank = { account_bank: 'BCA', account_name: 'Tanda', account_number: '7770001' }
  await theirs.put(`/admin/users/${theirs.id}`, { ...bank, current_password: PASSWORD })
  await boss.post('/admin/bonus/create', { userId: theirs.id, nominal: 40_000, reason: 'Untuk uji' })
})
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})
const decide = async (button: RegExp, reason: string): Promise<void> => {
  await dataRow(admin, 'Tanda Uji').getByRole('button', { name: button }).click()
  const window = admin.getByRole('dialog')
  await window.getByLabel('Alasan').fill(reason)
  await window.getByRole('button', { name: button }).click()
  await window.waitFor({ state: 'detached' })
}

test('rule withdraw-hold: held from the list of signs, honest on the member’s screen, not to be accepted until it is lifted', async () => {
  await goTo(admin, '/member')
  await admin.getByRole('link', { name: 'Perlu diperiksa' }).click()
  const row = dataRow(admin, 'Tanda Uji')
  await row.getByText('Pesan sampai di akunnya sendiri').waitFor()
  const counted = row.getByRole('link', { name: '7 dari 120 pesan' })
  expect(await counted.getAttribute('href')).toBe(`/withdraw/statement?id=${theirs.id}&view=accounts`)
  await row.getByRole('link', { name: 'Warga 03' }).waitFor()
  await decide(/^Tahan/, 'Rekening dipakai dua orang')
  await told(admin, 'Withdraw member ini ditahan.')
  await row.getByText('Rekening dipakai dua orang').waitFor()

  await theirs.post('/admin/withdraw/request', { nominal: 15_000, userId: theirs.id })
  const member = await signIn(await browser.openWindow({ width: 360, height: 780 }), emailOf('tanda'))
  await goTo(member, '/withdraw')
  await member.getByText('Ditahan untuk diperiksa', { exact: true }).waitFor()
  await member.getByText(/Uang Anda tidak berkurang/).waitFor()
  expect(await member.getByText('Rekening dipakai dua orang').count()).toBe(0)

  await goTo(admin, '/withdraw/requested')
  const request = dataRow(admin, 'Tanda Uji')
  await request.getByText('Ditahan untuk diperiksa', { exact: true }).waitFor()
  expect(await request.getByRole('button', { name: /^Terima/ }).isDisabled()).toBe(true)

  await goTo(admin, '/member?view=check')
  await decide(/^Lepas/, 'Suami istri, sudah ditelepon')
  await told(admin, 'Withdraw member ini boleh diterima lagi.')
  await dataRow(admin, 'Tanda Uji').getByText('Suami istri, sudah ditelepon').waitFor()
  await goTo(admin, '/withdraw/requested')
  await dataRow(admin, 'Tanda Uji')
    .getByRole('button', { name: /^Terima/ })
    .click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Ya' }).click()
  await admin.getByRole('dialog').waitFor()
  await member.reload()
  await member.getByText(/^Disetujui/).waitFor()
})

test('rule security-events: beside the audit log by kind and person, and on the person’s page', async () => {
  await goTo(admin, '/audit')
  await admin.getByRole('link', { name: 'Keamanan' }).click()
  await admin.getByRole('combobox', { name: 'Kejadian' }).selectOption('Rekening diganti')
  await dataRow(admin, 'Tanda Uji').getByText('Rekening diganti').waitFor()
  await goTo(admin, '/member/edit?id=uji-tanda')
  // not the list that goes away, which has the same name and other people's events too
  const all = admin.getByRole('link', { name: 'Lihat semua kejadian' })
  const card = admin.getByRole('region', { name: 'Keamanan' }).filter({ has: all })
  await card.getByText('Rekening diganti').waitFor()
  await all.click()
  await admin.getByRole('list', { name: 'Orang' }).or(admin.getByText('Tanda Uji')).first().waitFor()
  await dataRow(admin, 'Rekening diganti').waitFor()
})

test('rules decider-wait, wait-objection: nobody else may decide, so one waits, and the member holds it with Bukan saya', async () => {
  browser.expectProblem(/ 403 .*\/api\/admin\/withdraw\/update/)
  // the whole team signed in where the member does, and those who were in it until now
  withDatabase(browser.home, (db) => {
    const people = `role in ('admin', 'dev', 'staff') or id = '${theirs.id}'
      or id in (select target from audit_log where action = 'user.update' and before ->> 'role' <> 'member')`
    // the record is proved by another file, after the hour that closes a day
    const [device, salt] = ['satu-perangkat', 'uji']
    const digest = digestOf(
      salt,
      CONTENTS.security_events.map((field) => (field === 'device' ? device : null)),
    )
    db.exec(`insert into security_events (at, user_id, kind, by, digest, salt, device)
      select ${Date.now()}, id, 'sign_in', null, '${digest}', '${salt}', '${device}' from users where ${people}`)
  })
  await theirs.post('/admin/withdraw/request', { nominal: 12_300, userId: theirs.id })
  await goTo(admin, '/withdraw/requested')
  const row = dataRow(admin, '12.300')
  await row.getByRole('button', { name: /^Terima/ }).click()
  await admin.getByRole('alertdialog', { name: 'Terima' }).getByRole('button', { name: 'Ya' }).click()
  const question = admin.getByRole('alertdialog', { name: 'Buka masa tunggu 72 jam?' })
  await question.getByText(/masuk di perangkat yang sama .* Tidak ada orang lain/).waitFor()
  await question.getByRole('button', { name: 'Buka masa tunggu' }).click()
  await told(admin, 'Masa tunggu dibuka. Member sudah diberi tahu.')
  await row.getByText(/^Masa tunggu dibuka .* \(masuk di perangkat yang sama\), selesai/).waitFor()

  const member = await signIn(await browser.openWindow(), emailOf('tanda'))
  await goTo(member, '/withdraw')
  const mine = dataRow(member, '12.300')
  await mine.getByText(/terikat dengan Anda \(masuk di perangkat yang sama\)/).waitFor()
  await mine.getByRole('button', { name: /^Bukan saya/ }).click()
  await member.getByRole('alertdialog').getByRole('button', { name: 'Bukan saya, tahan' }).click()
  await told(member, 'Withdraw Anda ditahan.')
  await mine.getByText(/^Anda menekan Bukan saya\./).waitFor()
  expect(await mine.getByRole('button', { name: /^Bukan saya/ }).count()).toBe(0)
  await row.getByText(/^Member menekan Bukan saya/).waitFor()
  expect(await row.getByRole('button', { name: /^Terima/ }).isDisabled()).toBe(true)
})
