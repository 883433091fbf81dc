// After each change of screen the focus is at its heading, whatever led there; a field or a window that the screen begins in keeps it.
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { signIn as signInAt } from '../../scripts/drive/api.ts'
import { opened, pickMenu, signIn, told } from '../support/journeys.ts'
import { deleteNumbers, deleteProxies } from '../support/leftovers.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
let admin: Page
afterAll(async () => {
  await deleteProxies(browser.origin, '//198.51.101.')
  await deleteNumbers(browser.origin, '62819888')
})
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})
const hasFocus = (place: Locator): Promise<void> =>
  waitFor(async () => expect(await place.evaluate((it) => it === document.activeElement)).toBe(true))
/** At the heading, and still there when whatever has closed has given the focus back. */
const isAtHeading = async (page: Page, path: string): Promise<void> => {
  await page.waitForURL((url) => url.pathname === path)
  const heading = page.getByRole('heading', { level: 1 })
  await hasFocus(heading)
  await page.waitForTimeout(300)
  await hasFocus(heading)
}
const isInMain = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches('main *:not(h1)') ?? false)

test('of the list that a saved form leads to, and Tab goes into it', async () => {
  await admin.goto('/proxy')
  const add = admin.getByRole('link', { name: 'Tambah' }).first()
  await add.waitFor()
  // a page that has just come begins at its top, with the way past the menu
  expect(await admin.evaluate(() => document.activeElement === document.body)).toBe(true)
  await add.focus()
  await admin.keyboard.press('Enter')
  await isAtHeading(admin, '/proxy/create')
  await admin.keyboard.press('Tab')
  expect(await isInMain(admin)).toBe(true)
  await admin.locator('form').getByRole('textbox', { name: 'Proxy' }).fill('http://198.51.101.77:8080')
  await admin.keyboard.press('Enter')
  await told(admin, 'Proxy berhasil didaftarkan.')
  await isAtHeading(admin, '/proxy')
  await admin.keyboard.press('Tab')
  expect(await isInMain(admin)).toBe(true)
})

/** What closes gives the focus back by a timer: here after the new screen has come. */
const closesLate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const soon = globalThis.setTimeout
    const late = (act: () => void, ms = 0): unknown => soon(act, Math.max(ms, 200))
    Object.assign(globalThis, { setTimeout: late })
  })

test('of what the menu, Back, the palette and the menu of the user lead to', async () => {
  await admin.goto('/member')
  await pickMenu(admin, 'Kampanye')
  await isAtHeading(admin, '/campaign')
  await admin.goBack()
  await isAtHeading(admin, '/member')
  await closesLate(admin)
  await admin.keyboard.press('Control+k')
  await opened(admin.getByRole('dialog'))
  await admin.keyboard.type('segmen')
  await admin.keyboard.press('Enter')
  await isAtHeading(admin, '/segment')
  await admin.getByRole('button', { name: 'Menu pengguna' }).click()
  await admin.getByRole('menuitem', { name: 'User Profile' }).press('Enter')
  await isAtHeading(admin, '/profile')
})

test('of what the menu of a phone leads to', async () => {
  const window = await browser.openWindow({
    width: 360,
    height: 740,
    storageState: await admin.context().storageState(),
  })
  const page = await window.newPage()
  await page.goto('/member')
  await page.getByRole('button', { name: 'Buka menu' }).click()
  await page
    .getByRole('navigation', { name: 'Menu utama' })
    .getByRole('link', { name: 'Kampanye', exact: true })
    .click()
  await isAtHeading(page, '/campaign')
  await window.close()
})

test('a window keeps it that the screen opens, and a search that changes its list', async () => {
  await admin.goto('/member')
  await admin.getByRole('button', { name: 'Menu pengguna' }).click()
  await admin.getByRole('menuitem', { name: 'Edit profile' }).click()
  const window = admin.getByRole('dialog', { name: 'Edit Profil' })
  await opened(window)
  await admin.waitForTimeout(300)
  await opened(window)
  await admin.goto('/member')
  await pickMenu(admin, 'Kampanye')
  const search = admin.getByRole('searchbox').first()
  await search.fill('lebaran')
  await search.press('Enter')
  await admin.waitForURL(/s=lebaran/)
  await admin.waitForTimeout(300)
  await hasFocus(search)
})

test.each([1280, 360])(
  'of the row that takes the place of one that was handled, and of the heading where none is left (%i px)',
  async (width) => {
    const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
    const prefix = `62819888${width}`
    for (const n of [1, 2, 3])
      await boss.post('/admin/phonenumber/save', {
        number: `${prefix}${n}00`,
        name: 'Fokus',
        consent_source: 'Formulir fokus',
      })
    const window = await browser.openWindow({ width, height: 740, storageState: await admin.context().storageState() })
    const page = await window.newPage()
    await page.goto(`/phonenumber?s=${prefix}`)
    const remove = page.locator('[data-row-act="remove"]')
    const rows = page.locator('[data-row]')
    await waitFor(async () => expect(await rows.count()).toBe(3))
    for (const left of [2, 1, 0]) {
      const next = left === 0 ? null : await rows.nth(1).innerText()
      await remove.first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog').getByRole('button').last().press('Enter')
      await waitFor(async () => expect(await rows.count()).toBe(left))
      await hasFocus(next === null ? page.getByRole('heading', { level: 1 }) : rows.first())
      if (next !== null) expect(await rows.first().innerText()).toBe(next)
    }
    await window.close()
  },
)
