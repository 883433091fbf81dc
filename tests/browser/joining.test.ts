// From a programme to WhatsApp with its keyword written (rule joining-page): the office at a desk, a member, a stranger on an old phone.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { signIn } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'
import { readQrOf } from '../support/qr.ts'

const browser = useBrowser()
const ID = 'gerai-tempel'
let boss: Person
let keyword = ''
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  const said = { title: 'Kabar Toko Uji', word: 'UJI', what: 'Potongan harga', frequency: 'Sebulan sekali' }
  const rest = { by_whom: 'Toko Uji', privacy: 'Nomor Anda disimpan.', privacy_version: '2026-11', topic: 'promo' }
  const made = await boss.post<{ keyword: string }>('/admin/programme/create', { id: ID, ...said, ...rest })
  keyword = made.keyword
})
afterAll(async () => {
  await boss.post('/admin/programme/end', { id: ID })
})

describe('rule joining-page: a programme’s poster', () => {
  test('is a picture and a PDF, and its link is our address', async () => {
    const context = await browser.openWindow()
    const page = await signIn(context, 'admin@demo.test')
    await page.goto('/programme')
    await page.getByRole('button', { name: 'Poster dan tautan: Kabar Toko Uji' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: `${browser.origin}/ikut/${ID}` }).waitFor()
    await dialog.getByRole('img', { name: 'Poster untuk Kabar Toko Uji' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const saved = async (name: string): Promise<Buffer> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: `Unduh ${name}` }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`ajakan-${ID}.${name.toLowerCase()}`)
      return readFileSync(await file.path())
    }
    expect(readQrOf(await saved('PNG'))).toBe(`${browser.origin}/ikut/${ID}`)
    const pdf = await saved('PDF')
    expect([pdf.subarray(0, 5).toString(), pdf.length > 20_000]).toEqual(['%PDF-', true])
    await context.close()
  })
})

describe('rules joining-page, form-consent: a stranger with an old phone', () => {
  test('reads what they join, without a script; nobody’s number is theirs until an owner allows it', async () => {
    browser.expectProblem(/409/)
    const phone = await browser.openWindow({ width: 320, height: 640, javaScriptEnabled: false })
    const page = await phone.newPage()
    await page.goto(`/ikut/${ID}`)
    for (const said of ['Potongan harga', 'Sebulan sekali', 'Toko Uji', keyword])
      await page.getByText(said).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.getByRole('checkbox', { name: /versi 2026-11, dan saya setuju/ }).check()
    await page.getByRole('button', { name: 'Daftar lewat WhatsApp' }).click()
    await page.getByText('Saat ini tidak ada nomor yang dapat dibuka').first().waitFor()
    await page.getByRole('link', { name: 'Kembali ke ajakan' }).click()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Join on WhatsApp' }).waitFor()
    await phone.close()
  })
  test('a member says in their profile whether it may be theirs, and takes it back', async () => {
    const phone = await browser.openWindow({ width: 360, height: 740 })
    const page = await signIn(phone, 'member2@demo.test')
    await page.goto('/profile')
    await page.getByText('Nomor Anda tidak ditunjukkan kepada siapa pun.').waitFor()
    await page.getByRole('button', { name: 'Izinkan nomor saya ditunjukkan' }).click()
    await page.getByText(/^Diizinkan\./).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Jangan tunjukkan lagi' }).click()
    await page.getByText('Nomor Anda tidak ditunjukkan kepada siapa pun.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await phone.close()
  })
})
