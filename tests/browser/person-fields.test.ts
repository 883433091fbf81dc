// What an import kept of a person, seen and changed on their page (rule recipient-fields).
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { signIn, told } from '../support/journeys.ts'
import { deleteNumbers } from '../support/leftovers.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const NUMBER = '6281366600001'
const KEY = 'asal_kolom'
let boss: Person
let page: Page
let id: number
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  await boss.post('/admin/recipient-field/save', { key: KEY, name: 'Asal', fallback: '' })
  await boss.post('/admin/phonenumber/save', { number: NUMBER, name: 'Warga Klaten' })
  const { data } = await boss.get<{ data: { id: number }[] }>(`/admin/phonenumber/list-per-page?search=${NUMBER}`)
  id = data[0]?.id ?? 0
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})
afterAll(async () => {
  await deleteNumbers(browser.origin, NUMBER)
  await boss.post('/admin/recipient-field/delete', { key: KEY })
})
const value = () => page.getByRole('group', { name: 'Kolom tambahan' }).getByLabel('Asal')

test('rule recipient-fields: a value is given on the person’s page, and stands there again', async () => {
  await page.goto(`/phonenumber/edit?id=${id}`)
  await value().fill(' *Klaten* ')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Simpan', exact: true }).first().click()
  await told(page, 'Nomor berhasil disimpan.')
  await page.goto(`/phonenumber/edit?id=${id}`)
  await value().waitFor()
  expect(await value().inputValue()).toBe('Klaten')
})

test('rule edit-versions: who changed it meanwhile is asked about, field by field', async () => {
  await boss.put(`/admin/phonenumber/${id}`, { fields: { [KEY]: 'Sragen' } })
  await value().fill('Boyolali')
  browser.expectProblem(/409/)
  await page.getByRole('button', { name: 'Simpan', exact: true }).first().click()
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await question.getByText('Sragen').first().waitFor()
  await question.getByText('Boyolali').first().waitFor()
})
