// What the office sees before something leaves its hands: of a file that it is the wrong one, of a reason how another person will read it.
import { type Page, type Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { opened, signIn } from '../support/journeys.ts'

const browser = useBrowser()
let page: Page
browser.prepare(async () => {
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0])
test('rule imports: a validator’s wrong file is refused before a byte of it leaves, and one of Windows-1252 is read', async () => {
  const sent: string[] = []
  const listen = (request: Request): void => void (request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/validator/create')
  const file = page.locator('input[type="file"]')
  await file.waitFor({ state: 'attached' })
  page.on('request', listen)
  await file.setInputFiles({ name: 'daftar.csv', mimeType: 'text/csv', buffer: PNG })
  await page.getByText('Berkas ini gambar atau video, bukan daftar. Pilih berkas yang berisi daftarnya.').waitFor()
  await page.getByRole('button', { name: 'Simpan' }).click()
  const latin = Buffer.from('number,name\n081234567890,Jos\u00e9\n', 'latin1')
  await file.setInputFiles({ name: 'daftar.csv', mimeType: 'text/csv', buffer: latin })
  await page.getByText(/^Dibaca sebagai Windows-1252 .*José/).waitFor()
  expect(sent.filter((url) => url.includes('validator'))).toEqual([])
  page.off('request', listen)
  await file.setInputFiles([])
})

test('a reason is shown as it will be read while it is typed: above every page, and in the mail of who is closed', async () => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Jeda semua' }).click()
  const pause = page.getByRole('dialog', { name: 'Jeda seluruh pengiriman?' })
  await opened(pause)
  await pause.getByLabel('Alasan').fill('Ganti nomor pusat')
  await pause.getByText(/^Semua pengiriman dijeda .+ sejak .+: Ganti nomor pusat$/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Buang perubahan' }).click()
  await page.goto('/member?s=member%40demo')
  await page.locator('tr[data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Tutup akun', exact: true }).click()
  const close = page.getByRole('dialog', { name: /^Tutup akun / })
  await opened(close)
  await close.getByLabel('Alasan').fill('Akun ganda')
  await close.getByText(/Akun Anda ditutup oleh admin\. Alasan: Akun ganda/).waitFor()
})
