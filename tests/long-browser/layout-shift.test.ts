// Nothing moves while a screen loads: every screen as a new document, on a phone and on a desktop, with answers that come late.
import type { BrowserContext } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { makeMoney, makeProxies } from '../../scripts/screenshots/admin-data.ts'
import { EMAILS, SCREENS, VISITORS, type Visitor } from '../../scripts/screenshots/screens.ts'
import { useBrowser } from '../support/browser.ts'
import { signIn } from '../support/journeys.ts'
import { movesOf, watchMoves } from '../support/layout-shift.ts'

const browser = useBrowser()
/** Above this people notice. */
const SHIFT_MAX = 0.05
/** Tabs at a time: most of a load is waiting. */
const AT_ONCE = 4
const MINUTE_MS = 60_000
let clear: (() => Promise<void>) | null = null
afterAll(() => clear?.())
browser.prepare(async () => {
  await makeMoney(browser.origin)
  clear = await makeProxies(browser.origin)
})

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** What a role opens, each address once, and its sign-in without anything else that a browser keeps. */
const screensOf = async (who: Visitor): Promise<{ paths: string[]; cookies: Cookies }> => {
  const paths = new Set<string>()
  const screens = SCREENS.filter((screen) => screen.who === who && !screen.filled)
  for (const { path, opens } of screens) if (!opens) paths.add(path)
  if (who === 'nobody') return { paths: [...paths], cookies: [] }
  const context = await browser.openWindow()
  const page = await signIn(context, EMAILS[who])
  for (const { path, opens, act } of screens) {
    if (!opens) continue
    // the address has the id of a row
    await page.goto(path)
    await act?.(page)
    paths.add(page.url().slice(browser.origin.length))
  }
  const cookies = await context.cookies()
  await context.close()
  return { paths: [...paths], cookies }
}

describe.each(VISITORS)('as %s', (who) => {
  let screens: Awaited<ReturnType<typeof screensOf>>
  browser.prepare(async () => {
    screens = await screensOf(who)
  })
  test.each([360, 1280])(
    'no screen moves while it loads at %i px',
    async (width) => {
      // An address without its token or its id says so by a refusal.
      browser.expectProblem(/status of 4\d\d/)
      const state = { cookies: screens.cookies, origins: [] }
      const context = await browser.openWindow({ width, height: 780, storageState: state })
      await watchMoves(context)
      const left = [...screens.paths]
      const moved: string[] = []
      const work = async (): Promise<void> => {
        for (let path = left.shift(); path !== undefined; path = left.shift()) {
          const page = await context.newPage()
          const moves = await movesOf(page, path)
          if (moves.shift >= SHIFT_MAX) moved.push(`${path} ${moves.shift.toFixed(3)}`, ...moves.moved)
          await page.close()
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      await context.close()
      expect(moved).toEqual([])
    },
    10 * MINUTE_MS,
  )
})
