// Every screen is readable for everyone and never scrolls sideways. To read one as a screen reader does takes longer than to draw it,
// so that a suite reads each in one of two looks: tests/browser/screens.test.ts and tests/long-browser/screens.test.ts.
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { makeMoney, makeProxies } from '../../scripts/screenshots/admin-data.ts'
import { EMAILS, SCREENS, VISITORS, type Screen, type Visitor } from '../../scripts/screenshots/screens.ts'
import { violationsOf } from './axe.ts'
import { useBrowser, waitFor } from './browser.ts'
import { goTo, linkByQr, signIn } from './journeys.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }
const LIGHT = 'light on a desktop'
const DARK = 'dark on a phone'
type Look = typeof LIGHT | typeof DARK
/** Whoever sends has a phone in the hand, and the office sits at a desk. */
export const usualLook = (who: Visitor): Look => (who === 'member' || who === 'nobody' ? DARK : LIGHT)
export const otherLook = (who: Visitor): Look => (usualLook(who) === DARK ? LIGHT : DARK)

const setTheme = (page: Page, dark: boolean): Promise<void> =>
  page.evaluate((on) => void document.documentElement.classList.toggle('dark', on), dark)

const show = async (page: Page, { path, act }: Screen): Promise<void> => {
  // Windows and menus over the last screen go with it.
  await page.keyboard.press('Escape')
  // Through another screen, so that the same one with another query starts over, and the last one need not be drawn wide again.
  await goTo(page, '/not-authorized')
  await page.getByRole('heading', { level: 1, name: 'Tidak Diizinkan' }).waitFor()
  await page.setViewportSize(DESKTOP)
  await setTheme(page, false)
  await goTo(page, path)
  await page
    // A window that opens with the screen hides the rest of it from readers.
    .getByRole('heading', { level: 1, includeHidden: true })
    .and(page.locator(path === '/not-authorized' ? '*' : ':not(:text("Tidak Diizinkan"))'))
    .waitFor()
  await act?.(page)
  // What still comes would be looked at half.
  await waitFor(async () => expect(await page.locator('.animate-pulse').count()).toBe(0))
}
/** Asked again while something still moves to its place. */
const seriousOf = async (page: Page): Promise<string[][]> =>
  (await violationsOf(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => [id, ...html])

/** Placeholders that their fields are too narrow for. */
const cutHints = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    return [...document.querySelectorAll('input')]
      .filter((field) => {
        if (!pen || field.type === 'color' || field.placeholder === '' || field.clientWidth === 0) return false
        const look = getComputedStyle(field)
        pen.font = look.font
        const room = field.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight)
        return pen.measureText(field.placeholder).width > room
      })
      .map((field) => field.placeholder)
  })

/** Lists wider than a desktop's window: what stays in sight at their end would lie over the rest. */
const wideLists = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section:has(> table)')]
      .filter((list) => (list.firstElementChild?.scrollWidth ?? 0) > list.clientWidth)
      .map((list) => list.getAttribute('aria-label') ?? ''),
  )

/** Registers a test for each screen. @param lookOf in which look a visitor's screens are read */
export const lookAtScreens = (lookOf: (who: Visitor) => Look): void => {
  const browser = useBrowser()
  const sandbox = controlsOf(browser.sandboxOrigin)
  const pages = new Map<Visitor, Page>()
  let clear: (() => Promise<void>) | null = null
  afterAll(() => clear?.())

  /** One tab for each role; screens follow one another in it without a reload. */
  const pageOf = async (who: Visitor): Promise<Page> => {
    const open = pages.get(who)
    if (open) return open
    const context = await browser.openWindow(DESKTOP)
    const page = who === 'nobody' ? await context.newPage() : await signIn(context, EMAILS[who])
    if (who === 'nobody') await page.goto('/signin')
    if (who === 'member') await linkByQr(page, sandbox, '6281230000013', 'Rani')
    if (who === 'admin') {
      await makeMoney(browser.origin)
      clear = await makeProxies(browser.origin)
    }
    pages.set(who, page)
    return page
  }

  describe.each(VISITORS)('as %s', (who) => {
    // an open tab goes on painting, which costs the next visitor time
    afterAll(() => pages.get(who)?.context().close())
    test.each(SCREENS.filter((screen) => screen.who === who && !screen.filled))('$name', async (screen) => {
      if (who === 'nobody') browser.expectProblem(/signin|auth/)
      const page = await pageOf(who)
      await show(page, screen)
      const look = lookOf(who)
      if (look === LIGHT) await waitFor(async () => expect(await seriousOf(page), look).toEqual([]))
      await waitFor(async () => expect(await cutHints(page), 'on a desktop').toEqual([]))
      expect(await wideLists(page), 'on a desktop').toEqual([])
      await page.setViewportSize(PHONE)
      await setTheme(page, true)
      await waitFor(async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width),
      )
      if (look === DARK) await waitFor(async () => expect(await seriousOf(page), look).toEqual([]))
      // a field is as wide as before until the page has heard of its width
      await waitFor(async () => expect(await cutHints(page), 'on a phone').toEqual([]))
    })
  })
}
