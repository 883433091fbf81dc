// Back undoes one step, whatever it was; a form that was changed is not left without a question; and the focus goes back to where
// it came from.
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { linkByQr, opened, rowOf, signIn, told } from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'
import { deleteProxies } from '../support/leftovers.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const phone = '6281230000095'
let admin: Page
let member: Page
afterAll(() => deleteProxies(browser.origin, '//198.51.100.'))
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
  member = await signIn(await browser.openWindow(), emailOf('pergi'))
  await linkByQr(member, sandbox, phone, 'Pergi')
})

const placeOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search
const isAt = (page: Page, place: string): Promise<void> => waitFor(() => expect(placeOf(page)).toBe(place))
const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Perubahan belum disimpan' })
const hasFocus = (place: Locator): Promise<void> =>
  waitFor(async () => expect(await place.evaluate((element) => element === document.activeElement)).toBe(true))

describe('Back', () => {
  test('undoes one step of a list: the page, the order, the search', async () => {
    await admin.goto('/member?limit=20')
    await admin.getByRole('button', { name: 'Next' }).click()
    await isAt(admin, '/member?limit=20&page=2')
    await waitFor(async () => expect(await admin.evaluate(() => scrollY)).toBeLessThan(200))
    await admin.getByText(/^21–\d+ dari \d+$/).waitFor()
    await admin.getByRole('columnheader', { name: 'Pendapatan' }).getByRole('button').click()
    await isAt(admin, '/member?limit=20&sort=-income')
    const search = admin.getByRole('searchbox', { name: 'Cari Member' })
    await search.fill('warga0')
    await search.press('Enter')
    await isAt(admin, '/member?limit=20&sort=-income&s=warga0')
    await search.fill('warga1')
    await search.press('Enter')
    await isAt(admin, '/member?limit=20&sort=-income&s=warga1')
    await admin.goBack()
    await isAt(admin, '/member?limit=20&sort=-income')
    await waitFor(async () => expect(await search.inputValue()).toBe(''))
    await admin.goBack()
    await isAt(admin, '/member?limit=20&page=2')
    await admin.goBack()
    await isAt(admin, '/member?limit=20')
    await admin.getByText(/^1–20 dari \d+$/).waitFor()
    await admin.getByRole('button', { name: 'Halaman terakhir' }).click()
    await admin.getByRole('button', { name: 'Halaman terakhir', disabled: true }).waitFor()
  })

  test('closes the palette, a dialog and a menu, and stays on the screen', async () => {
    await admin.goto('/phonenumber')
    await admin.getByRole('link', { name: 'Edit' }).first().waitFor()
    await admin.goto('/suppression')
    await admin.getByRole('button', { name: 'Tambah', exact: true }).first().click()
    await opened(admin.getByRole('dialog'))
    await admin.goBack()
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
    expect(placeOf(admin)).toBe('/suppression')
    await admin.keyboard.press('Control+k')
    await opened(admin.getByRole('dialog'))
    await admin.goBack()
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
    expect(placeOf(admin)).toBe('/suppression')
    await admin.goBack()
    await isAt(admin, '/phonenumber')
  })

  test('closes the mobile menu even where nothing was opened before', async () => {
    const window = await browser.openWindow({
      width: 360,
      height: 740,
      storageState: await member.context().storageState(),
    })
    const tab = await window.newPage()
    await tab.goto('/profile')
    await tab.getByRole('button', { name: 'Buka menu' }).click()
    const menu = tab.getByRole('navigation', { name: 'Menu utama' })
    await hasFocus(tab.getByRole('link', { name: /Beranda|WA Blaster/ }).first())
    // the focus stays inside, and what is behind cannot be reached
    for (let i = 0; i < 25; i += 1) {
      await tab.keyboard.press('Tab')
      expect(await tab.evaluate(() => document.activeElement?.closest('#isi, header') ?? null)).toBeNull()
    }
    await tab.goBack()
    await waitFor(async () => expect(((await menu.boundingBox())?.x ?? 0) < 0).toBe(true))
    expect(placeOf(tab)).toBe('/profile')
    await hasFocus(tab.getByRole('button', { name: 'Buka menu' }))
    // what lies over the menu is closed first
    await tab.getByRole('button', { name: 'Buka menu' }).click()
    await tab.keyboard.press('Control+k')
    await opened(tab.getByRole('dialog'))
    await tab.keyboard.press('Escape')
    await tab.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await menu.boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0)
    await tab.keyboard.press('Escape')
    await waitFor(async () => expect(((await menu.boundingBox())?.x ?? 0) < 0).toBe(true))
    await window.close()
  })
})

describe('the focus', () => {
  test('goes back to the button of a question', async () => {
    await admin.goto('/phonenumber')
    const remove = admin.getByRole('button', { name: /^Delete / }).first()
    for (const close of ['Escape', 'back', 'Batal']) {
      await remove.click()
      await opened(admin.getByRole('alertdialog'))
      if (close === 'back') await admin.goBack()
      else if (close === 'Batal') await admin.getByRole('button', { name: 'Batal' }).click()
      else await admin.keyboard.press(close)
      await admin.getByRole('alertdialog').waitFor({ state: 'detached' })
      await hasFocus(remove)
    }
  })

  test('goes back to the menu whose entry asked', async () => {
    const more = rowOf(member, phone).getByRole('button', { name: /^Tindakan lain/ })
    await more.click()
    await member.getByRole('menuitem', { name: 'Reset' }).click()
    await opened(member.getByRole('alertdialog'))
    await member.keyboard.press('Escape')
    await member.getByRole('alertdialog').waitFor({ state: 'detached' })
    await hasFocus(more)
    await more.click()
    await opened(member.getByRole('menu'))
    await member.goBack()
    await member.getByRole('menu').waitFor({ state: 'detached' })
    await hasFocus(more)
    const mine = member.getByRole('button', { name: 'Menu pengguna' })
    await mine.click()
    await opened(member.getByRole('menu'))
    await member.keyboard.press('Escape')
    await member.getByRole('menu').waitFor({ state: 'detached' })
    await hasFocus(mine)
  })

  test('goes back to where the palette was opened', async () => {
    const search = admin.getByRole('searchbox').first()
    await search.focus()
    await admin.keyboard.press('Control+k')
    await opened(admin.getByRole('dialog'))
    await admin.keyboard.press('Escape')
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
    await hasFocus(search)
  })
})

/** Every screen with a form, and what a person changes there. */
const FORMS: { path: string; who: 'admin' | 'member'; field?: string; opens?: string }[] = [
  { who: 'admin', path: '/phonenumber/create' },
  { who: 'admin', path: '/phonenumber', opens: 'Edit' },
  { who: 'admin', path: '/message/create', field: 'Caption' },
  { who: 'admin', path: '/message/edit?id=demo-template-2', field: 'Caption' },
  { who: 'admin', path: '/proxy/create' },
  { who: 'admin', path: '/member/edit?id=demo-member' },
  { who: 'admin', path: '/bonus/create' },
  { who: 'admin', path: '/level/create' },
  { who: 'admin', path: '/level/edit?id=demo-level-1' },
  { who: 'admin', path: '/settings' },
  { who: 'admin', path: '/blaster', field: 'Message' },
  { who: 'admin', path: '/generator/create' },
  { who: 'admin', path: '/validator/create' },
  { who: 'member', path: '/member/edit' },
  { who: 'member', path: '/withdraw' },
]
const home = (page: Page): Locator => page.getByRole('link', { name: /^WA Blaster, / })
const open = async (page: Page, { path, opens }: (typeof FORMS)[number]): Promise<void> => {
  if (path === '/member/edit') {
    await page.goto('/whatsapp')
    await page.getByRole('link', { name: /Durasi|Interval/i }).click()
  } else await page.goto(path)
  if (opens) await page.getByRole('link', { name: opens }).first().click()
}
const fieldOf = (page: Page, { field }: (typeof FORMS)[number]): Locator => {
  const main = page.locator('main')
  return field
    ? main.getByRole('textbox', { name: field })
    : main
        .locator(
          'form:not([role=search]) input:not([type=checkbox]):not([type=file]):enabled, form:not([role=search]) textarea',
        )
        .first()
}

describe('a form', () => {
  test.each(FORMS)('$path as $who asks only when it was changed', async (form) => {
    const page = form.who === 'admin' ? admin : member
    await open(page, form)
    await fieldOf(page, form).waitFor()
    await home(page).click()
    await page.waitForURL(/\/(dashboard)?$/)
    expect(await question(page).count()).toBe(0)

    await open(page, form)
    const place = placeOf(page)
    const field = fieldOf(page, form)
    await field.click()
    await page.keyboard.press('End')
    await page.keyboard.type('7')
    await home(page).click()
    await question(page).waitFor()
    await question(page).getByRole('button', { name: 'Tetap di sini' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(placeOf(page)).toBe(place)
    await home(page).click()
    await question(page).getByRole('button', { name: 'Buang perubahan' }).click()
    await page.waitForURL(/\/(dashboard)?$/)
  })

  test('asks at Back and at a reload, and not once it is saved', async () => {
    await admin.goto('/proxy')
    await admin.getByRole('link', { name: 'Tambah' }).first().click()
    const field = admin.locator('form').getByRole('textbox', { name: 'Proxy' })
    await field.fill('http://198.51.100.77:8080')
    await admin.goBack()
    await question(admin).waitFor()
    await isAt(admin, '/proxy/create')
    await admin.keyboard.press('Escape')
    await question(admin).waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('http://198.51.100.77:8080')
    const asked = new Promise<string>((resolve) =>
      admin.once('dialog', (dialog) => {
        resolve(dialog.type())
        void dialog.dismiss()
      }),
    )
    await admin.evaluate(() => setTimeout(() => location.reload()))
    expect(await asked).toBe('beforeunload')
    expect(await field.inputValue()).toBe('http://198.51.100.77:8080')
    await admin.getByRole('button', { name: 'Simpan' }).click()
    await told(admin, 'Proxy berhasil didaftarkan.')
    await isAt(admin, '/proxy')
    await admin.getByRole('link', { name: 'Tambah' }).first().click()
    await field.fill('http://198.51.100.78:8080')
    await admin.goBack()
    await question(admin).getByRole('button', { name: 'Buang perubahan' }).click()
    await isAt(admin, '/proxy')
  })

  test('in a dialog asks before the dialog is closed', async () => {
    await admin.goto('/suppression')
    await admin.getByRole('button', { name: 'Tambah', exact: true }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('0812')
    for (const close of ['Escape', 'back', 'Batal']) {
      if (close === 'back') await admin.goBack()
      else if (close === 'Batal') await dialog.getByRole('button', { name: 'Batal' }).click()
      else await admin.keyboard.press(close)
      await question(admin).getByRole('button', { name: 'Tetap di sini' }).click()
      await question(admin).waitFor({ state: 'detached' })
      expect(await dialog.getByRole('textbox').first().inputValue()).toBe('0812')
    }
    await admin.keyboard.press('Escape')
    await question(admin).getByRole('button', { name: 'Buang perubahan' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(placeOf(admin)).toBe('/suppression')
  })
})
