// A source of consent from its third dispute to its release (rules recipient-page, source-hold): a recipient on a phone, an admin at a desk.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { signIn } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const SOURCE = 'Gerai uji bantahan, Mei 2026'
const NUMBERS = ['6285811000001', '6285811000002', '6285811000003', '6285811000004']
const AS_SEEN = { timeout: 20_000 }
type Saved = { phonenumber: { id: number } }
let boss: Person
const made: { id: number; link: string }[] = []
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  for (const number of NUMBERS) {
    const { phonenumber } = await boss.post<Saved>('/admin/phonenumber/save', {
      number,
      name: 'Ani',
      consent_source: SOURCE,
    })
    const { opt_out_url } = await boss.post<{ opt_out_url: string }>(`/admin/phonenumber/${phonenumber.id}/link`, {})
    made.push({ id: phonenumber.id, link: opt_out_url })
  }
})
/** The other journeys blast to the demo's numbers. */
afterAll(async () => {
  for (const { id } of made) await boss.delete(`/admin/phonenumber/${id}`)
})

describe('rule receipts: a recipient', () => {
  test('keeps a receipt, and anybody checks it without a script', async () => {
    const phone = await browser.openWindow({ width: 320, height: 640 })
    const page = await phone.newPage()
    await page.goto(made[3]?.link.replace(/^https?:\/\/[^/]+/, browser.origin) ?? '')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Simpan tanda terima' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('tanda-terima-persetujuan.txt')
    await page.getByRole('link', { name: 'halaman pemeriksaan' }).waitFor()
    const receipt = readFileSync(await file.path(), 'utf8')
    await phone.close()

    browser.expectProblem(/422/)
    const other = await (await browser.openWindow({ width: 320, height: 640, javaScriptEnabled: false })).newPage()
    await other.goto('/receipt')
    await other.getByLabel('Isi tanda terima').fill(receipt)
    await other.getByRole('button', { name: 'Periksa' }).click()
    await other.getByText('Asli: ditandatangani oleh layanan ini').waitFor()
    await other.getByText(SOURCE).waitFor()
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await other.getByLabel('Isi tanda terima').fill(`${receipt.slice(0, -9)}AAAAAAAAA`)
    await other.getByRole('button', { name: 'Periksa' }).click()
    await other.getByText('PALSU').waitFor()
    await other.context().close()
  })
})

describe('rule source-hold: three people who never agreed', () => {
  test('each read what is kept about them, and stop at a press, without a script', async () => {
    const phone = await browser.openWindow({ width: 320, height: 640, javaScriptEnabled: false })
    const page = await phone.newPage()
    for (const { link } of made.slice(0, 3)) {
      await page.goto(link.replace(/^https?:\/\/[^/]+/, browser.origin))
      await page.getByText(SOURCE).first().waitFor()
      await page.getByRole('link', { name: 'Saya tidak pernah setuju' }).click()
      await page.getByRole('heading', { name: 'Anda tidak pernah setuju?' }).waitFor()
      await page.getByRole('button', { name: 'Saya tidak pernah setuju' }).click()
      await page.getByText('Nomor ini berhenti menerima pesan sejak').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
    const address = page.url()
    await phone.close()
    const other = await (await browser.openWindow()).newPage()
    await other.goto(address)
    expect(await violationsOf(other)).toEqual([])
    await other.context().close()
  })
  test('hold their source: it waits in the inbox until somebody with its proof releases it', async () => {
    const context = await browser.openWindow()
    const page = await signIn(context, 'admin@demo.test')
    await page.goto('/inbox')
    await page.getByRole('link', { name: `Periksa bukti: Sumber persetujuan “${SOURCE}” ditahan` }).click()
    const row = page.getByRole('row').filter({ hasText: SOURCE })
    await row.getByText('karena banyak penerima menyatakan tidak pernah setuju').waitFor()
    expect(await row.getByRole('cell', { name: '3', exact: true }).isVisible()).toBe(true)
    expect(await violationsOf(page)).toEqual([])

    await page.goto(`/phonenumber?search=${NUMBERS[3]}`)
    await page.getByRole('row').filter({ hasText: 'Sumbernya ditahan' }).waitFor()
    await page.goto(`/consent-source?search=${encodeURIComponent(SOURCE)}`)
    await row.getByRole('button', { name: `Periksa dan lepas: ${SOURCE}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Periksa dan lepas' }).click()
    await dialog.getByText('Tulis siapa yang memberitahukannya.').waitFor()
    await dialog.getByLabel('Apa yang diberitahukan kepada mereka').fill('Promo tiap bulan lewat WhatsApp')
    await dialog.getByLabel('Siapa yang memberitahukan').fill('Rini, gerai Bogor')
    await dialog.getByLabel('Di mana buktinya').fill('https://contoh.id/formulir.pdf')
    await dialog.getByRole('button', { name: 'Periksa dan lepas' }).click()
    await row.getByText('Ada bukti').waitFor()
    expect(await row.getByRole('link', { name: 'Buka bukti' }).getAttribute('href')).toBe(
      'https://contoh.id/formulir.pdf',
    )
    await page.goto('/inbox')
    await page.getByRole('heading', { name: 'Yang menunggu Anda' }).first().waitFor()
    await expect.poll(() => page.getByText(`“${SOURCE}”`).count(), AS_SEEN).toBe(0)
    await context.close()
  })
})
