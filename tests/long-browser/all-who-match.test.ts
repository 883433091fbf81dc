// Everybody that a filter finds, as an admin works with them: a count, an act that goes on by itself, its way back, and an import that goes back (rule bulk-acts).
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { signIn } from '../support/journeys.ts'
import { deleteNumbers } from '../support/leftovers.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const NUMBERS = Array.from({ length: 23 }, (_, i) => `62813777000${String(i).padStart(2, '0')}`)
let page: Page
browser.prepare(async () => {
  const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  for (const number of NUMBERS)
    await boss.post('/admin/phonenumber/save', { number, name: 'Warga Tegal', consent_source: 'Formulir semua Tegal' })
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})
// Consented numbers would be blasted to by the next journeys.
afterAll(() => deleteNumbers(browser.origin, '628137770'))

const chooseAll = async (): Promise<void> => {
  await page.getByRole('checkbox', { name: /semua/i }).first().check()
  await page.getByRole('button', { name: 'Pilih semua 23 yang cocok' }).click()
  await page.getByRole('dialog', { name: 'Semua yang cocok' }).getByText('23 penerima cocok').waitFor()
}

test('all who match are deactivated while the page is left, and taken back', async () => {
  await page.goto('/phonenumber?s=628137770')
  await page
    .getByText(NUMBERS[0] ?? '')
    .first()
    .waitFor()
  await chooseAll()
  // nothing is chosen from the start: a press at once changes nobody
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Pilih tindakan' }).isDisabled()).toBe(true)
  await page.getByLabel('Yang dilakukan').selectOption({ label: 'Nonaktifkan' })
  await page.getByRole('button', { name: 'Nonaktifkan: 23 penerima' }).click()
  await page.getByText('Dimulai. Kemajuannya tampil di atas daftar.').waitFor()
  // left, and looked at again
  await page.goto('/phonenumber/create')
  const last = page.getByRole('region', { name: 'Tindakan terakhir' })
  await last.getByText('23 dari 23 penerima diubah').waitFor()
  await page.goto('/phonenumber?s=628137770&state=nonactive')
  await page
    .getByText(/dari 23$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Tindakan terakhir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tindakan terakhir' })
  await dialog.getByRole('button', { name: 'Kembalikan' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kembalikan' }).click()
  await dialog.getByText('23 dikembalikan').waitFor()
  await dialog.getByRole('button', { name: 'Tutup' }).click()
  await page
    .getByText('Tidak ada nomor')
    .or(page.getByText(/tidak ada/i))
    .first()
    .waitFor()
})

test('all who match are given a tag that is made there, too', async () => {
  await page.goto('/phonenumber?s=628137770')
  await page
    .getByText(NUMBERS[0] ?? '')
    .first()
    .waitFor()
  await chooseAll()
  const dialog = page.getByRole('dialog', { name: 'Semua yang cocok' })
  await dialog.getByLabel('Yang dilakukan').selectOption({ label: 'Beri label' })
  await dialog.getByLabel('Label', { exact: true }).selectOption({ label: 'Label baru…' })
  const go = dialog.getByRole('button', { name: 'Beri label: 23 penerima' })
  expect(await go.isDisabled()).toBe(true)
  await dialog.getByLabel('Nama label').fill('Warga Tegal')
  await go.click()
  await page.getByText('Dimulai. Kemajuannya tampil di atas daftar.').waitFor()
  const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  const made = async () => {
    const { data } = await boss.get<{ data: { id: number; name: string; people: number }[] }>('/admin/tag/list')
    return data.find(({ name }) => name === 'Warga Tegal')
  }
  await waitFor(async () => expect((await made())?.people).toBe(23))
  await boss.delete(`/admin/tag/${(await made())?.id}`)
})

test('a deletion asks for the number of rows, and a stop says that it does not go back', async () => {
  await page.goto('/phonenumber?s=628137770')
  await page
    .getByText(NUMBERS[0] ?? '')
    .first()
    .waitFor()
  await chooseAll()
  const dialog = page.getByRole('dialog', { name: 'Semua yang cocok' })
  await dialog.getByLabel('Yang dilakukan').selectOption({ label: 'Masukkan ke daftar berhenti' })
  await dialog.getByText(/Ini janji kepada mereka/).waitFor()
  await dialog.getByLabel('Yang dilakukan').selectOption({ label: 'Hapus' })
  const go = dialog.getByRole('button', { name: 'Hapus: 23 penerima' })
  await dialog.getByLabel('Tulis 23 untuk menghapus').fill('22')
  expect(await go.isDisabled()).toBe(true)
  await dialog.getByLabel('Tulis 23 untuk menghapus').fill('23')
  expect(await go.isEnabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Batal' }).click()
})

test('a wrong import goes back, but for whom somebody edited since', async () => {
  await page.goto('/phonenumber/create')
  const lines = Array.from({ length: 6 }, (_, i) => `62813777100${i}0,Salah ${i}`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'salah.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`nomor,nama\n${lines.join('\n')}\n`),
  })
  const form = page.locator('form', { has: page.locator('input[type=file]') })
  await form.getByLabel('Sumber persetujuan').fill('Daftar yang salah dipilih')
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('button', { name: 'Batalkan impor salah.csv' }).waitFor()
  const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  const { data } = await boss.get<{ data: { id: number }[] }>('/admin/phonenumber/list-per-page?search=6281377710000')
  await boss.put(`/admin/phonenumber/${data[0]?.id}`, { name: 'Dikenal' })
  await page.getByRole('button', { name: 'Batalkan impor salah.csv' }).click()
  const dialog = page.getByRole('dialog', { name: 'Batalkan impor salah.csv?' })
  await dialog.getByText('5 penerima dihapus').waitFor()
  await dialog.getByText('1 tetap: datanya sudah diubah').waitFor()
  await dialog.getByRole('button', { name: 'Hapus 5 penerima' }).click()
  await page.getByText('5 dari 5 penerima dihapus').waitFor()
  await page.getByText('6 masuk · 0 dilewati · 5 sudah dihapus lagi').waitFor()
  await page.getByText('5 dari 6 nomor ini sudah dihapus lagi').waitFor()
})
