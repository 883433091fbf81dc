// Requests for money as an office finds and decides several of them, and what their member does with one that came back.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, opened, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
let office: Page
let member: Person
let ids: string[]
browser.prepare(async () => {
  const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  member = await signInAt(browser.origin, emailOf('saring'), PASSWORD)
  const bank = { account_bank: 'BCA', account_name: 'Saring', account_number: '5550004444' }
  await member.put(`/admin/users/${member.id}`, { ...bank, current_password: PASSWORD })
  await boss.post('/admin/bonus/create', { userId: member.id, nominal: 100_000, reason: 'Uji saringan' })
  const ask = async (nominal: number): Promise<string> =>
    (await member.post<{ data: { id: string } }>('/admin/withdraw/request', { nominal, userId: member.id })).data.id
  ids = [await ask(12_100), await ask(12_200), await ask(12_300)]
  office = await signIn(await browser.openWindow(), 'admin@demo.test')
})

const rows = () => office.locator('tr[data-row]')
const sum = (label: string) => office.getByRole('row', { name: label })

test('requests are found by person and day, with the sum of all that was found', async () => {
  await office.goto('/withdraw/requested')
  const search = office.getByRole('searchbox', { name: 'Cari permintaan' })
  await search.fill('saring@uji')
  await search.press('Enter')
  await waitFor(async () => expect(await rows().count()).toBe(3))
  await sum('Jumlah 3 permintaan').getByText('36.600').waitFor()
  const days = office.getByRole('button', { name: /^Rentang tanggal/ })
  await days.click()
  await office.getByLabel('Sampai', { exact: true }).fill('2020-01-01')
  await office.getByText('Tidak ada permintaan yang cocok dengan pencarian atau saringan ini.').waitFor()
  await office.getByLabel('Sampai', { exact: true }).fill('')
  await office.keyboard.press('Escape')
  await waitFor(async () => expect(await rows().count()).toBe(3))
  expect(new URL(office.url()).searchParams.get('s')).toBe('saring@uji')
})

test('marked ones are accepted together after one question that says their sum', async () => {
  for (const figure of ['12.100', '12.200']) await dataRow(office, figure).getByRole('checkbox').check()
  const bar = office.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
  await bar.getByText('2 dipilih').waitFor()
  await bar.getByRole('button', { name: 'Terima 2 permintaan' }).click()
  const question = office.getByRole('alertdialog', { name: 'Terima 2 permintaan' })
  await question.getByText(/Rp\s24\.300 seluruhnya/).waitFor()
  await question.getByRole('button', { name: 'Terima 2 permintaan' }).click()
  await told(office, '2 permintaan diterima, belum ditransfer. Tujuannya ada pada saringan Diterima.')
  await waitFor(async () => expect(await rows().count()).toBe(1))
  await bar.waitFor({ state: 'detached' })
  await office.getByRole('button', { name: 'Diterima', exact: true }).click()
  await sum('Jumlah 2 permintaan').getByText('24.300').waitFor()
})

test('one that came back offers its account beside asking again, and the window of it closes on Withdraw', async () => {
  const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  await boss.put('/admin/withdraw/update', { id: ids[2], status: 'rejected', reason: 'Nomor rekening salah' })
  const page = await signIn(await browser.openWindow(), emailOf('saring'))
  await page.goto('/withdraw')
  const row = dataRow(page, '12.300')
  await row.getByRole('button', { name: /^Ajukan lagi/ }).waitFor()
  await row.getByRole('link', { name: /^Ubah rekening/ }).click()
  const dialog = page.getByRole('dialog')
  await opened(dialog)
  await dialog.getByRole('button', { name: 'Tutup' }).first().click()
  await page.waitForURL('**/withdraw')
  await row.waitFor()
})

test('a month of the report leads to its members, each of them to their days, and it is printed without what one presses', async () => {
  await office.setViewportSize({ width: 1280, height: 800 })
  await office.goto('/money')
  const month = rows().first().getByRole('link')
  const title = await month.innerText()
  await month.click()
  // the same screen by months has it, too
  const by = office.getByRole('combobox', { name: 'Menurut' })
  await waitFor(async () => expect(await by.inputValue()).toBe('members'))
  const search = office.getByRole('searchbox', { name: 'Cari' })
  await search.fill('Saring')
  await search.press('Enter')
  await waitFor(async () => expect(await rows().count()).toBe(1))
  // given 100,000, of which two requests are paid
  const [, , , , bonus] = await rows().first().getByRole('cell').allInnerTexts()
  expect([title, bonus]).toEqual([expect.stringMatching(/^\p{L}+ \d{4}$/u), expect.stringContaining('100.000')])
  await rows().first().getByRole('link').click()
  await waitFor(async () => expect(new URL(office.url()).searchParams.get('user_id')).toBe(member.id))
  await rows().first().waitFor()
  const region = office.getByRole('region', { name: 'Keuangan per periode' })
  const wider = await region.evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(wider).toBeLessThanOrEqual(0)
  await office.emulateMedia({ media: 'print' })
  expect(await office.getByRole('banner').isVisible()).toBe(false)
  expect(await office.getByRole('combobox', { name: 'Menurut' }).isVisible()).toBe(false)
  expect(await office.getByText('Export CSV').isVisible()).toBe(false)
  expect(await rows().first().isVisible()).toBe(true)
  await office.emulateMedia({ media: 'screen' })
})
