// One person in every list of the office: the page about them, their bonuses and withdraws, and the audit log.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, goTo, signIn } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
let admin: Page
let boss: Person
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
})
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})

test('the page of a member joins accounts, strikes, ledger, bonuses and withdraws, each with its link', async () => {
  await boss.post('/admin/bonus/create', { userId: 'uji-kantong', nominal: 25_000, reason: 'Rajin sekali' })
  await goTo(admin, '/member/edit?id=uji-kantong')
  const whole = admin.getByRole('region', { name: 'Ringkasan' })
  const part = (name: string) => whole.getByRole('region', { name, exact: true })
  await part('Akun Whatsapp').getByText('Belum menautkan akun.').waitFor()
  await part('Pelanggaran').getByText('Tidak ada pelanggaran.').waitFor()
  await part('Mutasi saldo')
    .getByText(/^Saldo Rp\s25\.000$/)
    .waitFor()
  await part('Bonus').getByText('Rajin sekali').waitFor()
  await part('Withdraw').getByText('Belum ada permintaan.').waitFor()
  expect(await part('Mutasi saldo').getByRole('link').getAttribute('href')).toBe('/withdraw/statement?id=uji-kantong')
})

describe('bonuses and withdraws of one person', () => {
  const chip = () => admin.getByRole('list', { name: 'Hanya milik' })

  test('are reached from the page about the person, and a chip with the name goes away again', async () => {
    await boss.post('/admin/bonus/create', { userId: 'uji-sisi', nominal: 5_000, reason: 'Milik Sisi' })
    await goTo(admin, '/member/edit?id=uji-kantong')
    await admin.getByRole('link', { name: 'Semua bonus' }).click()
    await admin.waitForURL(/\/bonus\?user_id=uji-kantong$/)
    await dataRow(admin, 'Rajin sekali').waitFor()
    await chip().getByText('Kantong Uji').waitFor()
    expect(await admin.getByText('Milik Sisi').count()).toBe(0)
    await admin.getByRole('button', { name: 'Tampilkan semua, bukan hanya Kantong Uji' }).click()
    await dataRow(admin, 'Milik Sisi').waitFor()
    await chip().waitFor({ state: 'detached' })
  })

  test('come to the member’s own list without a reload', async () => {
    const theirs = await signIn(await browser.openWindow(), emailOf('kantong'))
    await goTo(theirs, '/bonus')
    await dataRow(theirs, 'Rajin sekali').waitFor()
    await boss.post('/admin/bonus/create', { userId: 'uji-kantong', nominal: 1_000, reason: 'Datang sendiri' })
    await dataRow(theirs, 'Datang sendiri').waitFor()
  })

  test('are named although nothing was requested', async () => {
    await goTo(admin, '/member/edit?id=uji-kantong')
    await admin.getByRole('region', { name: 'Ringkasan' }).getByRole('link', { name: 'Permintaan withdraw' }).click()
    await admin.waitForURL(/\/withdraw\/requested\?status=all&user_id=uji-kantong$/)
    await chip().getByText('Kantong Uji').waitFor()
    await admin.getByText('Kosong').waitFor()
  })
})

describe('the audit log', () => {
  test('is proved whole at a click', async () => {
    await goTo(admin, '/audit')
    await admin.getByRole('button', { name: 'Periksa keutuhan' }).click()
    const window = admin.getByRole('dialog', { name: 'Keutuhan catatan' })
    // which of the two depends on whether the hour turned while these tests ran
    await window.getByText(/^(Utuh: tidak ada|Belum ada hari)/).waitFor()
    await window.getByRole('button', { name: 'Periksa lagi' }).waitFor()
    await admin.keyboard.press('Escape')
    await window.waitFor({ state: 'detached' })
  })

  test('names person and amount, never an id, and is filtered by action and day', async () => {
    await goTo(admin, '/audit')
    await admin.getByRole('combobox', { name: 'Tindakan' }).selectOption('bonus.create')
    const row = dataRow(admin, 'Kantong Uji').filter({ hasText: /Rp\s25\.000/ })
    await row.waitFor()
    expect(await row.innerText()).not.toContain('uji-kantong')
    await waitFor(async () => {
      const deeds = await admin
        .getByRole('row')
        .filter({ has: admin.getByRole('cell') })
        .allInnerTexts()
      expect(deeds.every((text) => text.startsWith('Bonus ditambah'))).toBe(true)
    })
    await admin.getByRole('button', { name: /^Rentang tanggal/ }).click()
    await admin.getByLabel('Sampai', { exact: true }).fill('2020-01-01')
    await admin.getByText('Tidak ada catatan yang cocok dengan saringan ini.').waitFor()
    await admin.getByLabel('Sampai', { exact: true }).fill('')
    await admin.keyboard.press('Escape')
    await row.waitFor()
  })

  test('is saved as the list shows it', async () => {
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.slice(1).every((line) => line.includes(',bonus.create,'))).toBe(true)
    expect(lines.join()).toContain(',Kantong Uji,,25000,')
  })
})
