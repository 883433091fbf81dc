// Every address of the contract's table, as everybody and as nobody, lands where it must.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ROLES, type Role, WEB_ROUTES, type WebRoute } from '../../contract/people/role-table.ts'
import { useBrowser } from '../support/browser.ts'
import { goTo, signIn } from '../support/journeys.ts'

const browser = useBrowser()
/** At the last one a page of the Worker's own stands (tests/long-browser/consent-sources.test.ts). */
const ROUTES = (Object.keys(WEB_ROUTES) as WebRoute[]).filter((route) => route !== '/opt-out')
const NOWHERE = 'Halaman tidak ditemukan'

/** Where this visitor must be sent (rule screens-by-role): written again here, not taken from the page's own guard. */
const landing = (route: WebRoute, who: Role | null): string => {
  const roles: readonly Role[] | null = WEB_ROUTES[route]
  const home = who === 'staff' ? '/withdraw/requested' : '/dashboard'
  if (route === '/signin') return who === null ? '/signin' : home
  if (roles === null) return route
  if (who === null) return '/signin'
  if (!roles.includes(who)) return '/not-authorized'
  if (who === 'staff' && (route === '/' || route === '/dashboard')) return home
  if (who === 'staff' && route === '/whatsapp/create') return '/not-authorized'
  if (who === 'member' && route === '/member/edit') return '/not-authorized'
  return route === '/validator' ? '/validator/list' : route
}

const visit = async (page: Page, address: string): Promise<string> => {
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return new URL(page.url()).pathname
}

/** From the page that says that there is none, without reloading the page: what stands afterwards is the address's. */
const jump = async (page: Page, address: string): Promise<string> => {
  const nowhere = page.getByRole('heading', { level: 1, name: NOWHERE })
  await goTo(page, '/tidak/ada')
  await nowhere.waitFor()
  await goTo(page, address)
  await page
    .getByRole('heading', { level: 1 })
    .and(page.locator(`:not(:text("${NOWHERE}"))`))
    .waitFor()
  return new URL(page.url()).pathname
}

/**
 * Every address, in the page that is open. Every fifth is opened by itself as well, a different fifth for each visitor: so
 * each is loaded by its address once, and the costly part, loading, is not done 225 times.
 */
const visitAll = async (page: Page, who: Role | null): Promise<[string, string][]> => {
  const turn = [null, ...ROLES].indexOf(who)
  const wrong: [string, string][] = []
  const look = (route: WebRoute, landed: string): void => {
    if (landed !== landing(route, who)) wrong.push([route, landed])
  }
  for (const route of ROUTES) look(route, await jump(page, route))
  for (const route of ROUTES.filter((_, at) => at % 5 === turn)) look(route, await visit(page, route))
  return wrong
}

describe('rule screens-by-role: every address', () => {
  test('as nobody', async () => {
    const page = await (await browser.openWindow()).newPage()
    await page.goto('/signin')
    expect(await visitAll(page, null)).toEqual([])
  })

  test.each(ROLES)('as %s', async (role) => {
    const context = await browser.openWindow()
    const page = await signIn(context, `${role}@demo.test`)
    expect(await visitAll(page, role)).toEqual([])
    if (role === 'member') {
      expect(await visit(page, '/member/edit?id=demo-member')).toBe('/member/edit')
      expect(await visit(page, '/member/edit?id=demo-member2')).toBe('/not-authorized')
      await page.getByText('Anda tidak memiliki akses ke halaman ini.').waitFor()
    }
    if (role === 'staff') {
      expect(await visit(page, '/whatsapp/create?type=generator')).toBe('/whatsapp/create')
      expect(await visit(page, '/whatsapp/create?type=validator')).toBe('/whatsapp/create')
    }
    await context.close()
  })

  test('that does not exist says so and leads home', async () => {
    const page = await (await browser.openWindow()).newPage()
    expect(await visit(page, '/tidak/ada')).toBe('/tidak/ada')
    await page.getByRole('link', { name: 'Back to Home Page' }).click()
    await page.waitForURL('**/signin')
  })
})

describe('a sign-in state that the server no longer knows', () => {
  test('ends at the sign-in page', async () => {
    // the socket may still hold a ticket of the ended sign-in: its upgrade is refused in words that name no number
    browser.expectProblem(/401|HTTP Authentication failed/)
    const context = await browser.openWindow()
    const page = await signIn(context, 'member2@demo.test')
    const token = await page.evaluate(() => localStorage.getItem('authToken'))
    await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
    await page.goto('/whatsapp')
    await page.waitForURL('**/signin')
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  })
})

describe('a file of the page that is gone', () => {
  test('is not there, and no browser keeps that; any other unknown address is the page', async () => {
    const gone = await fetch(`${browser.origin}/assets/index-gone.js`)
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
    const page = await fetch(`${browser.origin}/tidak/ada`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  })
})
