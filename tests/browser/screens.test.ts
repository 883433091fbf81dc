// Every screen is readable for everyone, light on a desktop and dark on a phone, and never scrolls sideways.
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { WEB_ROUTES } from '../../contract/people/role-table.ts'
import { makeMoney, makeProxies } from '../../scripts/screenshots/admin-data.ts'
import { EMAILS, SCREENS, VISITORS, type Screen, type Visitor } from '../../scripts/screenshots/screens.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { goTo, linkByQr, signIn } from '../support/journeys.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }
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

test('every address of the contract is among the screens', () => {
  const shown = new Set(
    SCREENS.filter(({ filled }) => !filled)
      .flatMap(({ path, opens }) => [path, opens ?? path])
      .map((path) => path.split('?')[0]),
  )
  // a page of the Worker's own stands at the last one (tests/browser/consent-sources.test.ts)
  const redirects = ['/validator', '/opt-out']
  expect(Object.keys(WEB_ROUTES).filter((route) => !shown.has(route) && !redirects.includes(route))).toEqual([])
})

describe.each(VISITORS)('as %s', (who) => {
  // an open tab goes on painting, which costs the next visitor time
  afterAll(() => pages.get(who)?.context().close())
  test.each(SCREENS.filter((screen) => screen.who === who && !screen.filled))('$name', async (screen) => {
    if (who === 'nobody') browser.expectProblem(/signin|auth/)
    const page = await pageOf(who)
    await show(page, screen)
    await waitFor(async () => expect(await seriousOf(page), 'light on a desktop').toEqual([]))
    expect(await cutHints(page), 'on a desktop').toEqual([])
    expect(await wideLists(page), 'on a desktop').toEqual([])
    await page.setViewportSize(PHONE)
    await setTheme(page, true)
    await waitFor(async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width))
    await waitFor(async () => expect(await seriousOf(page), 'dark on a phone').toEqual([]))
    expect(await cutHints(page), 'on a phone').toEqual([])
  })
})
