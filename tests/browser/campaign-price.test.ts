// A campaign's dear price as the office sees it: typed twice, asked of a second person, and gone with its draft (rule campaign-price).
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { opened, signIn } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const TEXT = 'Promo mahal pagi'
let boss: Person
let page: Page
let template = ''
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  const body = { name: TEXT, text: `<p>${TEXT} untuk {name}</p>`, status: 'active', only_campaigns: true }
  template = (await boss.post<{ message: { id: string } }>('/admin/message/create', body)).message.id
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})
afterAll(() => boss.delete(`/admin/message/${template}`))

test('rule campaign-price: a price far above the usual is typed twice and asked for, and its draft takes the question along', async () => {
  browser.expectProblem(/422/)
  await page.goto('/campaign/edit')
  await page.getByLabel('Nama kampanye').fill('Promo mahal')
  await page.getByLabel('Template', { exact: true }).selectOption({ label: TEXT })
  await page.getByLabel('Harga per pesan').fill('400')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await opened(page.getByRole('dialog', { name: 'Ketik sekali lagi' }))
  await page.keyboard.type('400')
  await page.keyboard.press('Enter')
  await page.getByText('Kampanye disimpan. Harganya menunggu persetujuan orang kedua.').waitFor()
  await page.getByText(/^Harga Rp\s400 per pesan menunggu orang kedua di Persetujuan\./).waitFor()
  expect(await violationsOf(page)).toEqual([])
  // the button can be come to, says why it does nothing, and does nothing
  const launch = page.getByRole('button', { name: 'Mulai', exact: true })
  await launch.focus()
  expect(await launch.getAttribute('aria-disabled')).toBe('true')
  const reason = page.locator(`[id="${await launch.getAttribute('aria-describedby')}"]`)
  expect(await reason.textContent()).toMatch(/^Harga Rp\s400 per pesan menunggu orang kedua/)
  await page.keyboard.press('Enter')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  const draft = page.url()
  await page.goto('/withdraw/requested/approvals')
  await page.getByText('Harga per pesan kampanye Promo mahal menjadi Rp 400').waitFor()
  await page.getByText('Harga per pesan kampanye: harga member → Rp 400').waitFor()
  await page.getByText('Rp 400 adalah 4 kali yang biasa, yaitu Rp 100. Periksa baik-baik.').waitFor()
  await page.getByRole('link', { name: 'Lihat kampanye: Harga per pesan kampanye Promo mahal menjadi Rp 400' }).click()
  await page.getByRole('heading', { name: 'Promo mahal' }).waitFor()
  expect(page.url()).toBe(draft)
  // its deletion leads back to where one came from
  await page.goBack()
  await page.goto(draft)
  await page.getByRole('button', { name: 'Hapus rancangan' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Ya, )?[Hh]apus/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Kampanye' }).waitFor()
  const { data } = await boss.get<{ data: { detail: string | null }[] }>('/admin/approval/list-per-page')
  expect(data.filter(({ detail }) => detail === 'Promo mahal')).toEqual([])
})
