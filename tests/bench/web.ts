// The web benchmark: what a first load fetches, and how soon a slow phone on a slow line shows it, the first time and again:
// Chromium with its CPU four times slower on slow 3G, the page and its API as a local run serves them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { BUDGET_KB, firstLoads } from '../../scripts/check/bundle-budget.ts'
import { CHROMIUM_ARGS, sureChromium } from '../../scripts/chromium.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { type FirstLoad, untilAhead, untilTaken, watchFirstLoad } from '../support/first-load.ts'
import { root } from '../../scripts/stack/shell.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { type Figure, figure } from './figures.ts'

export type WebSize = { rounds: number; slower: number }
const WINDOW = { viewport: { width: 360, height: 740 }, locale: 'id-ID', timezoneId: 'Asia/Jakarta' } as const
/** Slow 3G as WebPageTest defines it: 400 kbit/s each way, 400 ms there and back. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** After the last request a screen still draws. */
const SETTLE_MS = 2_000
const WAIT_MS = 90_000

type Visit = { baseURL: string; storageState?: BrowserContextOptions['storageState'] }
type Screen = { path: string; shown: string; isAhead: boolean }
/** A first visit with an empty cache, and one after it with what the browser has kept. */
const load = async (
  browser: Browser,
  visit: Visit,
  screen: Screen,
  slower: number,
): Promise<[FirstLoad, FirstLoad]> => {
  const context = await browser.newContext({ ...WINDOW, ...visit })
  const once = async (): Promise<FirstLoad> => {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    const read = await watchFirstLoad(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(screen.path)
    await page.getByText(screen.shown).first().waitFor()
    await untilTaken(page)
    if (screen.isAhead) await untilAhead(page)
    await page.waitForTimeout(SETTLE_MS)
    const seen = await read()
    await page.close()
    return seen
  }
  try {
    return [await once(), await once()]
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
const HOME: Screen = { path: '/', shown: DASHBOARD, isAhead: true }
const SIGN_IN: Screen = { path: '/signin', shown: 'Email', isAhead: false }

/** At most; a member looks at the dashboard first, and a second visit has its files. */
const AIMS: Record<'signIn' | 'dashboard' | 'signInAgain' | 'dashboardAgain', Partial<Record<Measure, number>>> = {
  signIn: { lcp: 2_000, shift: 0.05 },
  dashboard: { lcp: 2_500, shift: 0.05, scripts: 8, calls: 4, requests: 12 },
  signInAgain: { lcp: 1_000 },
  dashboardAgain: { lcp: 1_000 },
}
type Measure = Exclude<keyof FirstLoad, 'paths'>
const UNITS: Record<Measure, string> = {
  scripts: 'scripts',
  calls: 'calls',
  requests: 'requests',
  shift: 'layout shift',
  lcp: 'ms to the largest paint, slow 3G',
  taken: 'ms until the page answers, slow 3G',
  blocked: 'ms blocked',
}

export const benchWeb = async (size: WebSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  // inside the repository: wrangler looks for the page's configuration from there upwards
  const data = join(root, '.data')
  mkdirSync(data, { recursive: true })
  const dataDir = mkdtempSync(join(data, 'bench-'))
  const stack = await startStack({ dataDir })
  const browser = await chromium.launch({ executablePath: sureChromium(), args: CHROMIUM_ARGS })
  const seen: Record<keyof typeof AIMS, FirstLoad[]> = {
    signIn: [],
    dashboard: [],
    signInAgain: [],
    dashboardAgain: [],
  }
  try {
    const [visit, sizes] = [{ baseURL: stack.origin }, await firstLoads()]
    const storageState = await signedIn(browser, stack.origin)
    for (let round = 0; round < size.rounds; round++) {
      const signIn = await load(browser, visit, SIGN_IN, size.slower)
      const home = await load(browser, { ...visit, storageState }, HOME, size.slower)
      seen.signIn.push(signIn[0])
      seen.signInAgain.push(signIn[1])
      seen.dashboard.push(home[0])
      seen.dashboardAgain.push(home[1])
      say(
        `round ${round + 1}: ${JSON.stringify([...signIn, ...home], (key, value: unknown) => (key === 'paths' ? undefined : value))}`,
      )
    }
    const kB = sizes.map(({ name, kB }) => [
      name === '/signin' ? 'signInKb' : 'dashboardKb',
      figure('kB of JS, gzip', [kB], null, { atMost: BUDGET_KB }),
    ])
    const times = Object.entries(seen).flatMap(([name, loads]) =>
      (Object.keys(UNITS) as Measure[]).map((of) => {
        const aim = AIMS[name as keyof typeof AIMS][of]
        const values = loads.map((one) => one[of])
        const own = `${name}${of[0]?.toUpperCase()}${of.slice(1)}`
        return [own, figure(UNITS[of], values, null, aim === undefined ? null : { atMost: aim })]
      }),
    )
    return Object.fromEntries([...kB, ...times]) as Record<string, Figure>
  } finally {
    await browser.close()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
