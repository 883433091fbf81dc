// A list as an admin works with it: narrowed by filters that a link carries along, without a mouse, with the columns they want,
// and with many rows deleted at once.
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, opened, signIn, told } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'
import { deleteNumbers, deleteProxies } from '../support/leftovers.ts'

const browser = useBrowser()
const SOURCE = 'Formulir uji daftar'
let page: Page
let boss: Person
afterAll(async () => {
  await deleteProxies(browser.origin, '//198.51.100.')
  await deleteNumbers(browser.origin, '6281399990')
})
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  for (const [i, source] of [SOURCE, SOURCE, undefined].entries())
    await boss.post('/admin/phonenumber/save', {
      number: `62813999900${i}1`,
      name: `Daftar ${i}`,
      ...(source ? { consent_source: source } : {}),
    })
  for (const i of [1, 2, 3]) await boss.post('/admin/proxy/save', { value: `http://198.51.100.${i}:8080` })
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})

const queryOf = (): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams)
const filter = (name: string): Locator => page.getByRole('combobox', { name, exact: true })
/** Filters that have no room in the line over the list. */
const more = async (choose: () => Promise<unknown>): Promise<void> => {
  await page.getByRole('button', { name: /^Saringan lain/ }).click()
  await choose()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Saringan lain' }).waitFor({ state: 'detached' })
}
const rows = (): Locator => page.locator('tr[data-row]')

test('filters narrow the list, stand in the address, and a link shows the same', async () => {
  await page.goto('/phonenumber')
  await more(() => filter('Sumber persetujuan').selectOption(SOURCE))
  await waitFor(async () => expect(await rows().count()).toBe(2))
  expect(queryOf()).toEqual({ source: SOURCE })
  await page.getByRole('searchbox').fill('Daftar')
  await page.getByRole('searchbox').press('Enter')
  await filter('Urutkan').selectOption('number')
  await waitFor(() => expect(queryOf()).toEqual({ source: SOURCE, s: 'Daftar', sort: 'number' }))
  const other = await page.context().newPage()
  await other.goto(page.url())
  await waitFor(async () =>
    expect(await other.locator('tr[data-row]').allInnerTexts()).toEqual([
      expect.stringContaining('6281399990001'),
      expect.stringContaining('6281399990011'),
    ]),
  )
  await other.close()
  await filter('Persetujuan').selectOption('no')
  await page.getByText('Tidak ada nomor yang cocok dengan pencarian atau saringan ini.').waitFor()
  await more(() => filter('Sumber persetujuan').selectOption(''))
  await dataRow(page, '6281399990021').waitFor()
  expect(await rows().count()).toBe(1)
  await page.goBack()
  await page.goBack()
  await waitFor(async () => expect(await rows().count()).toBe(2))
})

test('on a phone search, filters and order stand in one row', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/phonenumber')
  const filters = page.getByRole('button', { name: 'Saring' })
  await filters.waitFor()
  const tops = await Promise.all(
    [page.getByRole('searchbox'), filters, filter('Urutkan')].map(async (place) => (await place.boundingBox())?.y ?? 0),
  )
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8)
  expect(await filter('Status').isVisible()).toBe(false)
  await filters.click()
  await filter('Status').selectOption('nonactive')
  await waitFor(() => expect(queryOf()).toEqual({ state: 'nonactive' }))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 800 })
})

describe('without a mouse', () => {
  const marked = (): Locator =>
    page.locator('tr[data-row]').filter({ has: page.getByRole('checkbox', { checked: true }) })

  test('j and k go from row to row, x marks one, ? shows the keys, Enter opens', async () => {
    await page.goto('/phonenumber')
    await rows().nth(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const isSecond = await rows()
      .nth(1)
      .evaluate((row) => row === document.activeElement)
    expect(isSecond).toBe(true)
    // its ring goes round the whole row, over the cells that stay in sight
    const rings = await rows()
      .nth(1)
      .evaluate((row) => [...row.children].map((cell) => getComputedStyle(cell).boxShadow.split('inset').length - 1))
    expect(rings).toEqual([3, ...Array.from({ length: rings.length - 2 }, () => 2), 3])
    await page.keyboard.press('x')
    await page.getByRole('region', { name: 'Tindakan untuk yang dipilih' }).getByText('1 dipilih').waitFor()
    expect(await marked().count()).toBe(1)
    await page.keyboard.press('x')
    await waitFor(async () => expect(await marked().count()).toBe(0))
    await page.keyboard.press('?')
    await opened(page.getByRole('dialog', { name: 'Tombol pintas daftar' }))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // the keys are letters where somebody types
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('jx')
    expect(await page.getByRole('searchbox').inputValue()).toBe('jx')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/phonenumber/edit?id=*')
  })

  test('rule list-keys: a goes to the buttons of the row, d asks, e edits; turned off, no letter does anything', async () => {
    await page.goto('/phonenumber')
    await rows().first().waitFor()
    await page.keyboard.press('e')
    expect(await rows().first().isVisible()).toBe(true)
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    expect(
      await page.evaluate(() => document.activeElement?.closest('td[data-acts]')?.parentElement?.dataset['row']),
    ).toBe('true')
    await page.keyboard.press('d')
    await opened(page.getByRole('alertdialog'))
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: /^Pakai tombol huruf/ }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rows().first().focus()
    for (const key of ['j', 'x', 'd', '?', 'e']) await page.keyboard.press(key)
    expect(
      await rows()
        .first()
        .evaluate((row) => row === document.activeElement),
    ).toBe(true)
    expect([await page.getByRole('dialog').count(), await marked().count()]).toEqual([0, 0])
    await page.getByRole('button', { name: 'Tampilan tabel' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Tombol huruf' }).click()
    await page.keyboard.press('Escape')
    await rows().first().focus()
    await page.keyboard.press('e')
    await page.waitForURL('**/phonenumber/edit?id=*')
  })
})

test('columns and the height of rows are kept for this person on this device', async () => {
  await page.goto('/phonenumber')
  const look = page.getByRole('button', { name: 'Tampilan tabel' })
  const head = page.getByRole('columnheader', { name: 'Gagal' })
  await head.waitFor()
  const height = async (): Promise<number> => (await rows().first().boundingBox())?.height ?? 0
  const low = await height()
  await look.click()
  await page.getByRole('menuitemcheckbox', { name: 'Gagal' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Baris rapat' }).click()
  await page.keyboard.press('Escape')
  await head.waitFor({ state: 'detached' })
  await page.reload()
  await rows().first().waitFor()
  expect(await head.count()).toBe(0)
  expect(await height()).toBeGreaterThan(low)
  await look.click()
  await page.getByRole('menuitemcheckbox', { name: 'Gagal' }).click()
  await head.waitFor()
  await page.getByRole('menuitemcheckbox', { name: 'Baris rapat' }).click()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('list-look')))).toEqual([])
})

test('marked rows are deleted together after a question', async () => {
  await page.goto('/proxy')
  for (const i of [1, 2]) await dataRow(page, `198.51.100.${i}:`).getByRole('checkbox').check()
  // what is chosen is tinted to its end
  const [row, last] = await dataRow(page, '198.51.100.1:').evaluate((one) =>
    [one, one.lastElementChild ?? one].map((part) => getComputedStyle(part).backgroundColor),
  )
  expect(last).toBe(row)
  const bar = page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
  await bar.getByText('2 dipilih').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ya, hapus' }).click()
  await told(page, '2 proxy dihapus.')
  await dataRow(page, '198.51.100.1:').waitFor({ state: 'detached' })
  await dataRow(page, '198.51.100.3:').waitFor()
  await bar.waitFor({ state: 'detached' })
  const { list } = await boss.get<{ list: { value: string }[] }>('/admin/proxy/list')
  expect(list.map(({ value }) => value).filter((value) => value.includes('198.51.100.'))).toEqual([
    expect.stringContaining('198.51.100.3'),
  ])
})

test('filters are saved by name, chosen again, and removed', async () => {
  await page.goto('/phonenumber?page=1&limit=20')
  const saved = page.getByRole('button', { name: 'Saringan tersimpan' })
  await saved.click()
  const panel = page.getByRole('dialog', { name: 'Saringan tersimpan' })
  await panel.getByText(/^Saring atau cari dahulu/).waitFor()
  await page.keyboard.press('Escape')
  await filter('Status').selectOption('nonactive')
  await waitFor(() => expect(queryOf()).toEqual({ limit: '20', state: 'nonactive' }))
  await saved.click()
  await panel.getByLabel('Simpan yang sekarang dengan nama').fill('Yang nonaktif')
  await panel.getByRole('button', { name: 'Simpan', exact: true }).click()
  await panel.getByRole('button', { name: 'Yang nonaktif', exact: true }).waitFor()
  await page.goto('/phonenumber')
  await rows().first().waitFor()
  await saved.click()
  await panel.getByRole('button', { name: 'Yang nonaktif', exact: true }).click()
  await waitFor(() => expect(queryOf()).toEqual({ state: 'nonactive' }))
  await waitFor(async () => expect(await filter('Status').inputValue()).toBe('nonactive'))
  await saved.click()
  await panel.getByRole('button', { name: 'Hapus saringan Yang nonaktif' }).click()
  await panel.getByText(/^Saring atau cari dahulu/).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('list-saved')))).toEqual([])
})
