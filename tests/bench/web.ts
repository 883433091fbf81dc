// The web benchmark: what a first load fetches, gzipped, and how soon a slow phone shows it: Chromium with its CPU four
// times slower, an empty cache for every load, the page and its API as a local run serves them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { BUDGET_KB, firstLoads } from '../../scripts/check/bundle-budget.ts'
import { CHROMIUM_ARGS, sureChromium } from '../../scripts/chromium.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { root } from '../../scripts/stack/shell.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { type Figure, figure } from './figures.ts'

export type WebSize = { rounds: number; slower: number }
type Seen = { lcp: number; blocked: number }
const WINDOW = { viewport: { width: 360, height: 740 }, locale: 'id-ID', timezoneId: 'Asia/Jakarta' } as const
/** A task that holds the page longer than this blocks it for the rest. */
const LONG_MS = 50
/** After the last request a screen still draws. */
const SETTLE_MS = 2_000
const WAIT_MS = 90_000

/** Runs in the page, before anything of it. */
const observe = (longMs: number): void => {
  const seen = { lcp: 0, blocked: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    seen.lcp = Math.max(seen.lcp, ...list.getEntries().map((entry) => entry.startTime))
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocked += Math.max(0, entry.duration - longMs)
  }).observe({ type: 'longtask', buffered: true })
}

type Visit = { baseURL: string; storageState?: BrowserContextOptions['storageState'] }
const load = async (browser: Browser, visit: Visit, path: string, shown: string, slower: number): Promise<Seen> => {
  const context = await browser.newContext({ ...WINDOW, ...visit })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    await page.addInitScript(observe, LONG_MS)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(path)
    await page.getByText(shown).first().waitFor()
    await page.waitForTimeout(SETTLE_MS)
    return await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  } finally {
    await context.close()
  }
}

const signedIn = async (browser: Browser, baseURL: string): Promise<BrowserContextOptions['storageState']> => {
  const context = await browser.newContext({ ...WINDOW, baseURL })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    await page.goto('/signin')
    await page.locator('input[type=email]').fill('member@demo.test')
    await page.locator('input[type=password]').fill(DEMO_PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.getByText(DASHBOARD).first().waitFor()
    return await context.storageState()
  } finally {
    await context.close()
  }
}
const DASHBOARD = 'TOTAL SISA SALDO AKUN'
const SIGN_IN = 'Email'

export const benchWeb = async (size: WebSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  // inside the repository: wrangler looks for the page's configuration from there upwards
  const data = join(root, '.data')
  mkdirSync(data, { recursive: true })
  const dataDir = mkdtempSync(join(data, 'bench-'))
  const stack = await startStack({ dataDir })
  const browser = await chromium.launch({ executablePath: sureChromium(), args: CHROMIUM_ARGS })
  const seen = { signIn: [] as Seen[], dashboard: [] as Seen[] }
  try {
    const [visit, sizes] = [{ baseURL: stack.origin }, await firstLoads()]
    const storageState = await signedIn(browser, stack.origin)
    for (let round = 0; round < size.rounds; round++) {
      seen.signIn.push(await load(browser, visit, '/signin', SIGN_IN, size.slower))
      seen.dashboard.push(await load(browser, { ...visit, storageState }, '/', DASHBOARD, size.slower))
      say(`round ${round + 1}: ${JSON.stringify([seen.signIn.at(-1), seen.dashboard.at(-1)])}`)
    }
    const kB = sizes.map(({ name, kB }) => [
      name === '/signin' ? 'signInKb' : 'dashboardKb',
      figure('kB of JS, gzip', [kB], null, { atMost: BUDGET_KB }),
    ])
    const times = Object.entries(seen).flatMap(([name, loads]) => [
      [
        `${name}Lcp`,
        figure(
          'ms to the largest paint',
          loads.map((one) => one.lcp),
          null,
          null,
        ),
      ],
      [
        `${name}Blocked`,
        figure(
          'ms blocked',
          loads.map((one) => one.blocked),
          null,
          null,
        ),
      ],
    ])
    return Object.fromEntries([...kB, ...times]) as Record<string, Figure>
  } finally {
    await browser.close()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
