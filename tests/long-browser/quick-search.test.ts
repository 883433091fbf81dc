// What an admin finds with Ctrl+K, a setting by its words, and a caption typed as WhatsApp writes it.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { signIn } from '../support/journeys.ts'
import { deleteNumbers } from '../support/leftovers.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const NUMBER = '6281377712345'
let page: Page
let boss: Person
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  await boss.post('/admin/phonenumber/save', {
    number: NUMBER,
    name: 'Cepat Dicari',
    consent_source: 'Formulir pencarian cepat',
  })
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})
// Consented numbers would be blasted to by the next journeys.
afterAll(() => deleteNumbers(browser.origin, NUMBER))
const search = async (text: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Cari menu/).fill(text)
}
/** The audit log shows the one that was asked for, and the way to all. */
const isOneEntry = async (): Promise<void> => {
  await page.getByRole('button', { name: /: tampilkan semua catatan$/ }).waitFor()
  await waitFor(async () => expect(await page.locator('tr[data-row]').count()).toBe(1))
}

test('a recipient, by the beginning of the number', async () => {
  await search(NUMBER.slice(0, 9))
  await page.getByRole('option', { name: new RegExp(NUMBER) }).click()
  await page.waitForURL(/\/phonenumber\/edit\?id=\d+/)
  // what comes while somebody goes on typing is shown, and what is called exactly so stands first
  await search(NUMBER.slice(0, 9))
  await page.getByRole('option', { name: new RegExp(NUMBER) }).waitFor()
  await page.getByPlaceholder(/^Cari menu/).fill(NUMBER)
  await page.getByRole('option', { name: new RegExp(NUMBER), selected: true }).waitFor()
  await page.keyboard.press('Escape')
})

test('rule quick-search: what was opened last while nothing is typed, and an entry of the audit log by its id', async () => {
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page
    .getByRole('group', { name: 'Terakhir dibuka' })
    .getByRole('option', { name: new RegExp(NUMBER) })
    .waitFor()
  const { data } = await boss.get<{ data: { id: number }[] }>('/admin/audit?search=phonenumber.create')
  await page.getByPlaceholder(/^Cari menu/).fill(`#${data[0]?.id}`)
  await page.getByRole('option', { name: new RegExp(`Catatan #${data[0]?.id} `) }).click()
  await page.waitForURL(new RegExp(`/audit\\?id=${data[0]?.id}$`))
  await isOneEntry()
})

test('a setting, by a word of its name: the form shows it alone, and everything once the search is empty', async () => {
  await search('batas harian')
  await page.getByRole('option', { name: 'Batas harian per akun' }).click()
  await page.waitForURL(/\/settings\?s=/)
  await page.getByLabel('Batas harian per akun').waitFor()
  expect(await page.getByLabel('Harga per pesan (Rp)').count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Keamanan' }).or(page.getByLabel('Keamanan')).isVisible()).toBe(false)
  const box = page.getByRole('searchbox', { name: 'Cari pengaturan' })
  await box.fill('tidak ada yang begini')
  await page.getByText('Tidak ada pengaturan yang cocok.').waitFor()
  await box.fill('')
  await page.getByLabel('Harga per pesan (Rp)').waitFor()
  await boss.put('/admin/setting/update', { lookup_daily_cap: 999_999 })
  await page.goto('/settings')
  const said = page.getByText(/^Diubah .+ oleh .+: dari 1\.000\.000 menjadi 999\.999\./)
  await said.getByRole('link', { name: 'Lihat catatan perubahan Batas cek nomor per hari' }).click()
  await page.waitForURL(/\/audit\?id=\d+$/)
  await isOneEntry()
  await page.goBack()
  await page.getByRole('link', { name: 'Riwayat perubahan' }).click()
  await page.waitForURL(/\/audit\?action=settings\.update/)
  await page.getByRole('heading', { name: 'Catatan Audit' }).first().waitFor()
})

test('*bold*, _italic_ and ~struck out~ mean in the editor what they mean in WhatsApp', async () => {
  await page.goto('/message/create')
  const editor = page.getByRole('textbox', { name: 'Caption' })
  await editor.click()
  await editor.pressSequentially('Halo *tebal* dan _miring_ dan ~coret~ juga 2*3*4')
  expect(await editor.locator('strong').allInnerTexts()).toEqual(['tebal'])
  expect(await editor.locator('em').allInnerTexts()).toEqual(['miring'])
  expect(await editor.locator('s').allInnerTexts()).toEqual(['coret'])
  expect(await editor.innerText()).toContain('2*3*4')
})
