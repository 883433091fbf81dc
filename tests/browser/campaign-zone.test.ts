// Hours of each recipient's zone, as an admin chooses them in a campaign's form and reads them on its page (rule campaign-zone).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser } from '../support/browser.ts'
import { signIn } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
let boss: Person
let page: Page
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})

test('rule campaign-zone: hours of each recipient’s zone are chosen in the form, and said on the page', async () => {
  await boss.post('/admin/recipient-field/save', { key: 'zona_kampanye', name: 'Zona', fallback: 'kota Anda' })
  const words = {
    name: 'Promo berzona',
    text: '<p>Promo di {zona_kampanye}</p>',
    status: 'active',
    only_campaigns: true,
  }
  const { message } = await boss.post<{ message: { id: string } }>('/admin/message/create', words)
  await page.goto('/campaign/edit')
  await page.getByLabel('Nama kampanye').fill('Promo zona')
  await page.getByLabel('Template', { exact: true }).selectOption({ label: words.name })
  await page.getByLabel('Dari jam').selectOption('08:00')
  await page.getByLabel('Sampai jam').selectOption('12:00')
  await page.getByLabel('Jam menurut').selectOption({ label: 'Zona penerima, dari kolom Zona' })
  await page.getByText(/^\d+ penerima tanpa zona_kampanye: jamnya dihitung WIB\.$/).waitFor()
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Setiap hari, 08:00–12:00, menurut zona penerima').waitFor()
  // as somebody reads it who has no value
  await page.getByRole('figure', { name: 'Pesan Promo berzona' }).getByText('Promo di kota Anda').waitFor()
  await page.getByRole('link', { name: 'Ubah' }).click()
  expect(await page.getByLabel('Jam menurut').inputValue()).toBe('zona_kampanye')
  await page.goBack()
  await page.getByRole('button', { name: 'Hapus rancangan' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Ya, )?[Hh]apus/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Kampanye' }).waitFor()
  await boss.delete(`/admin/message/${message.id}`)
  await boss.post('/admin/recipient-field/delete', { key: 'zona_kampanye' })
})
