// A whole walk on a slow phone: by finger through the menu, where after each step the person sees what it did, and nothing is cut at the side.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { useBrowser, waitFor } from './browser.ts'
import { PASSWORD } from './people.ts'
import { openSlowTab, PHONE } from './slow-phone.ts'

/** Registers its own set-up and tear-down in the test file that calls it. */
export const prepareWalk = () => {
  const browser = useBrowser()
  const sandbox = controlsOf(browser.sandboxOrigin)
  let page: Page
  /** Entries of the menu that this walk has been at. */
  let visited: Set<string>

  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  const main = (): Locator => page.getByRole('main')
  /** A row of a list, which is a card on a phone. */
  const card = (text: string | RegExp): Locator => main().getByRole('listitem').filter({ hasText: text }).first()
  /** What the page tells when something is done. */
  const told = (words: string): Promise<void> =>
    page
      .getByRole('region', { name: /^Pemberitahuan/ })
      .getByText(words, { exact: true })
      .last()
      .waitFor()

  /** Everything has come, stands within the window's width, and is headed. */
  const stands = async (heading: string | RegExp): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await waitFor(async () => expect(await page.locator('#drawn, .animate-pulse').count()).toBe(0))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([page.url(), width]).toEqual([page.url(), PHONE.width])
  }
  const comeIn = async (email: string, home: string): Promise<void> => {
    visited = new Set([home])
    page = await openSlowTab(await browser.openWindow(PHONE))
    await page.goto('/signin')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
    await button('Masuk').tap()
  }
  /** By the menu, whose entries are all reached with a finger. */
  const open = async (entry: string, heading: string | RegExp = entry, discards = false): Promise<void> => {
    await button('Buka menu').tap()
    const menu = page.getByRole('navigation', { name: 'Menu utama' })
    await menu.getByRole('link', { name: entry }).tap()
    visited.add(entry)
    // a form that is left half filled asks first
    if (discards) await button('Buang perubahan').tap()
    await stands(heading)
    // it lies over the page no longer
    await waitFor(async () => {
      const box = await menu.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(0)
    })
  }
  const entries = async (): Promise<string[]> => {
    await button('Buka menu').tap()
    const names = await page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link').allInnerTexts()
    await page.keyboard.press('Escape')
    return names.map((name) => name.split('\n')[0] ?? '')
  }
  const leave = async (): Promise<void> => {
    expect((await entries()).filter((entry) => !visited.has(entry))).toEqual([])
    await button('Menu pengguna').tap()
    await page.getByRole('menuitem', { name: 'Sign out' }).tap()
    await page.waitForURL('**/signin')
    await button('Masuk').waitFor()
  }
  /** Picks from a list that opens with a search box. */
  const pick = async (name: string, option: string | RegExp): Promise<void> => {
    await page.getByRole('combobox', { name }).tap()
    await page.getByRole('option', { name: option }).first().tap()
  }
  /** Links by the code, which is what stands first on a phone. */
  const linkByCode = async (phone: string, name: string): Promise<void> => {
    await sandbox.addPhone(phone, name)
    await page.getByRole('checkbox', { name: /^Saya memahami/ }).tap()
    await page.getByLabel('Nomor WhatsApp').fill(phone.replace(/^62/, '0'))
    await button('Buat Kode').tap()
    const code = page.getByLabel('Kode penautan')
    await sandbox.enterCode(phone, (await code.innerText()).replace('-', ''))
  }

  return {
    browser,
    sandbox,
    /** The tab of who came in last. */
    get page(): Page {
      return page
    },
    button,
    main,
    card,
    told,
    stands,
    comeIn,
    open,
    entries,
    leave,
    pick,
    linkByCode,
  }
}
