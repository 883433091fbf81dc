// What the document itself shows before the page's script has come, and that the page takes its place without a loss.
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { signInByForm } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()

/** A line on which the page's own script takes until `come` is called; everything small has come. */
const slowLine = async (context: BrowserContext): Promise<{ page: Page; come: () => void }> => {
  let come = (): void => undefined
  const held = new Promise<void>((done) => (come = done))
  await context.route(/\/assets\/(en\/)?index-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return { page: await context.newPage(), come }
}
/** Nothing is painted before. */
const isStyled = async (page: Page): Promise<void> => {
  await page.locator('#root').waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.styleSheets.length > 0)
}
const isReal = (page: Page): Promise<void> => page.locator('#drawn').waitFor({ state: 'detached' })

test('a script that never comes: the page is reloaded once, then says so instead of looking ready', async () => {
  browser.expectProblem(/404|Failed to load/)
  const context = await browser.openWindow({ width: 360, height: 740 })
  await context.route(/\/assets\/(en\/)?index-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }))
  const page = await context.newPage()
  let loads = 0
  page.on('request', (request) => void (loads += request.isNavigationRequest() ? 1 : 0))
  await page.goto('/signin', { waitUntil: 'commit' })
  await page.getByRole('alert').getByText('Halaman ini tidak dapat dimuat.').waitFor()
  expect(await page.getByLabel('Email').isVisible()).toBe(false)
  expect(loads).toBe(2)
})

describe('the sign-in form before its script', () => {
  test('is there, and keeps what is typed and where the cursor is', async () => {
    const { page, come } = await slowLine(await browser.openWindow({ width: 360, height: 740 }))
    await page.goto('/signin', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Masuk' }).waitFor()
    await page.getByLabel('Email').fill(emailOf('cepat'))
    await page.getByLabel('Kata sandi', { exact: true }).pressSequentially('demo')
    come()
    await isReal(page)
    expect(await page.getByLabel('Email').inputValue()).toBe(emailOf('cepat'))
    // goes on in the same box
    await page.keyboard.type(PASSWORD.slice('demo'.length))
    expect(await page.getByLabel('Kata sandi', { exact: true }).inputValue()).toBe(PASSWORD)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
  })
  test('when it is sent too early waits for it, once, and puts no password into an address', async () => {
    const context = await browser.openWindow()
    const { page, come } = await slowLine(context)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url().slice(browser.origin.length)}`))
    await page.goto('/signin', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(emailOf('cepat'))
    await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Kata sandi', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    come()
    await page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
    expect(asked.filter((one) => one.includes('/auth/login'))).toEqual(['POST /api/auth/login'])
    expect(asked.filter((one) => one.includes(PASSWORD) || one.startsWith('GET /signin?'))).toEqual([])
  })
  test('when its button is held down as the page takes over is sent all the same', async () => {
    const { page, come } = await slowLine(await browser.openWindow())
    await page.goto('/signin', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(emailOf('cepat'))
    await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Masuk', exact: true }).hover()
    await page.mouse.down()
    come()
    await isReal(page)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
  })
  test('rule language: its choice of a language waits for the script, too', async () => {
    const { page, come } = await slowLine(await browser.openWindow())
    await page.goto('/signin', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'English' }).focus()
    await page.keyboard.press('Enter')
    come()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })
  test('gives way to what only the page knows', async () => {
    const { page, come } = await slowLine(await browser.openWindow())
    await page.goto('/signin?registered=1', { waitUntil: 'commit' })
    await isStyled(page)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    come()
    await page.getByText('Register berhasil. Silakan login.').waitFor()
  })
})

describe('a member’s home before its script', () => {
  let state: BrowserContextOptions['storageState']
  browser.prepare(async () => {
    const context = await browser.openWindow()
    await signInByForm(context, 'member@demo.test')
    state = await context.storageState()
    await context.close()
  })
  const shown = (page: Page, figure: string): Promise<string | null> =>
    page.locator(`[data-figure="${figure}"]`).filter({ visible: true }).first().textContent()

  test('shows the figures that the page shows then, by the same call', async () => {
    const { page, come } = await slowLine(await browser.openWindow({ width: 360, height: 740, storageState: state }))
    await page.addInitScript(() => {
      for (const name of Object.keys(localStorage)) if (name.startsWith('numbers:')) localStorage.removeItem(name)
    })
    let calls = 0
    page.on('request', (request) => (calls += Number(request.url().includes('/api/admin/home/'))))
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await waitFor(async () => expect(await shown(page, 'balance')).toMatch(/^Rp/))
    const names = ['greeting', 'level', 'way', 'connected', 'success', 'income', 'bonus']
    const before = await Promise.all(names.map((name) => shown(page, name)))
    expect(before).not.toContain('')
    expect(await page.locator('#root').isVisible()).toBe(false)
    come()
    await isReal(page)
    await page.getByTestId('lead-balance').waitFor()
    expect(await Promise.all(names.map((name) => shown(page, name)))).toEqual(before)
    expect(calls).toBe(1)
  })
  test('is nobody else’s: an admin’s is not drawn', async () => {
    const context = await browser.openWindow()
    await signInByForm(context, 'admin@demo.test')
    const { page, come } = await slowLine(context)
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await isStyled(page)
    expect(await page.getByText('Dashboard Member').filter({ visible: true }).count()).toBe(0)
    come()
    await page.getByText('TOTAL WITHDRAW').first().waitFor()
  })
})

describe('rule language: who chose English sees no Indonesian before the script', () => {
  const words = async (page: Page): Promise<string> => {
    await isStyled(page)
    return (await page.locator('body').innerText()).trim()
  }
  const inEnglish = (cookies: Awaited<ReturnType<BrowserContext['cookies']>> = []): Promise<BrowserContext> => {
    const localStorage = [{ name: 'language', value: 'en' }]
    return browser.openWindow({ storageState: { cookies, origins: [{ origin: browser.origin, localStorage }] } })
  }

  test('of the sign-in form', async () => {
    const { page, come } = await slowLine(await inEnglish())
    await page.goto('/signin', { waitUntil: 'domcontentloaded' })
    expect([await words(page), await page.title()]).toEqual(['', 'WA Blaster'])
    come()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.locator('#drawn').count()).toBe(0)
  })
  test('of a member’s home, whose call goes out at once all the same', async () => {
    const context = await browser.openWindow()
    await signInByForm(context, 'member@demo.test')
    const { page, come } = await slowLine(await inEnglish(await context.cookies()))
    const answered = page.waitForResponse(/\/api\/admin\/home\//)
    await page.goto('/dashboard', { waitUntil: 'domcontentloaded' })
    await answered
    expect(await words(page)).toBe('')
    come()
    await page.getByRole('heading', { level: 1, name: 'Member dashboard' }).waitFor()
    await page.getByTestId('lead-balance').waitFor()
  })
})
