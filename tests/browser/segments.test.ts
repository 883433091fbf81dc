// Tags and segments, as an admin works with them: from the marked rows of the list to a segment of it, counted and edited (rules tags, segments).
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { signIn as signInAt } from '../../scripts/drive/api.ts'
import { signIn } from '../support/journeys.ts'
import { deleteNumbers } from '../support/leftovers.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const NUMBERS = ['6281366600001', '6281366600002', '6281366600003']
let page: Page
browser.prepare(async () => {
  const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  for (const number of NUMBERS)
    await boss.post('/admin/phonenumber/save', { number, name: 'Warga Solo', consent_source: 'Formulir segmen Solo' })
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})
// Consented numbers would be blasted to by the next journeys.
afterAll(() => deleteNumbers(browser.origin, '62813666000'))

test('marked rows get a new tag, and what the list shows becomes a segment that says whom it finds', async () => {
  await page.goto('/phonenumber?s=628136660')
  await page
    .getByText(NUMBERS[2] ?? '')
    .first()
    .waitFor()
  for (const number of NUMBERS.slice(0, 2)) await page.getByRole('checkbox', { name: new RegExp(number) }).check()
  await page
    .getByRole('region', { name: /dipilih|ditandai/i })
    .getByRole('button', { name: 'Label' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Label penerima' })
  await dialog.getByLabel('Label', { exact: true }).selectOption({ label: 'Label baru…' })
  await dialog.getByLabel('Nama label').fill('Solo raya')
  await dialog.getByRole('button', { name: 'Beri', exact: true }).click()
  await page.getByText('“Solo raya” diberikan ke 2 penerima.').waitFor()
  await page.getByText('Warga Solo · Solo raya').first().waitFor()
  expect(await page.getByText('Warga Solo · Solo raya').count()).toBe(2)

  await page.getByRole('link', { name: 'Jadikan segmen' }).click()
  await page.getByText('3 orang').waitFor()
  await page.getByRole('button', { name: 'Tambah syarat' }).click()
  await page.getByText('Lengkapi syaratnya untuk melihat siapa yang cocok.').waitFor()
  await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Solo raya' })
  await page.getByText('2 orang').waitFor()
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Tulis nama segmen.').waitFor()
  await page.getByLabel('Nama segmen').fill('Solo raya saja')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Segmen disimpan.').waitFor()
  await page.waitForURL(/\/phonenumber\?s=/)
})

test('all but those: the segment is edited, and what was not saved is asked about', async () => {
  await page.goto('/segment')
  await page
    .getByRole('link', { name: /Solo raya saja/ })
    .first()
    .click()
  await page.getByText('2 orang').waitFor()
  // a number as people write it is that number, in the box and in the rule
  await page
    .getByRole('combobox', { name: 'Syarat', exact: true })
    .first()
    .selectOption({ label: 'Banyaknya pesan terkirim' })
  await page.getByLabel('Banyaknya', { exact: true }).fill('1.000')
  await page.getByText('Akan dicatat 1.000').waitFor()
  await page.getByText('0 orang').waitFor()
  await page.getByLabel('Banyaknya', { exact: true }).fill('1.5')
  await page.getByText(/^Tidak jelas\./).waitFor()
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Ada syarat yang belum lengkap.').waitFor()
  // nobody's source has this topic, and nobody has got a campaign
  const what = page.getByRole('combobox', { name: 'Syarat', exact: true }).first()
  await what.selectOption({ label: 'Setuju pada topik' })
  await page.getByText('Lengkapi syaratnya').waitFor()
  await page.getByLabel('Topik', { exact: true }).fill('Jadwal kelas')
  await page.getByText('0 orang').waitFor()
  await what.selectOption({ label: 'Membaca, menjawab' })
  await page.getByLabel('Jumlah hari', { exact: true }).fill('30')
  await page.getByText('Lengkapi syaratnya').waitFor()
  await page.getByLabel('Jumlah hari', { exact: true }).fill('7')
  await page.getByText('0 orang').waitFor()
  await page.getByRole('button', { name: 'Hapus syarat' }).first().click()
  await page.getByRole('button', { name: 'Tambah kelompok' }).click()
  await page.getByRole('link', { name: 'Template' }).first().click()
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await question.waitFor()
  expect(page.url()).toContain('/segment/edit')
})
