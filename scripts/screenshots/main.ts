// `npm run screenshots`: every screen at three widths in both themes, into screenshots/, which git ignores. Compared with the
// kept set, a change that nobody has looked at fails; screenshots/review.html shows it, `-- --accept` keeps it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, sureChromium } from '../chromium.ts'
import { DEMO_PASSWORD } from '../demo-data/people.ts'
import { root } from '../stack/shell.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { fillBlaster, fillChecks, fillList, PHONES } from './fill.ts'
import { makeAdminData } from './admin-data.ts'
import { review, takeSmall } from './kept.ts'
import { EMAILS, PHONE_SCREENS, SCREENS, type Screen, type Visitor, VISITORS } from './screens.ts'
import { standStill } from './stand-still.ts'

const WIDTHS = [360, 768, 1280] as const
const THEMES = ['light', 'dark'] as const
const HEIGHT = 800
const WINDOWS = 3
const folder = join(root, 'screenshots')
const accept = process.argv.includes('--accept')
/** Only screens whose name contains this text. */
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''
/** Small ones by name, for the comparison. */
const pictures = new Map<string, Buffer>()
let changed = 0

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
}
const openContext = async (browser: Browser, stack: Stack, more: object = {}): Promise<BrowserContext> => {
  const look = { viewport: { width: 1280, height: HEIGHT }, locale: 'id-ID', timezoneId: 'Asia/Jakarta' }
  const context = await browser.newContext({ baseURL: stack.origin, ...look, ...more })
  context.setDefaultTimeout(30_000)
  return context
}
const settle = async (page: Page): Promise<void> => {
  // waits until skeletons and spinners are replaced by content
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null)
  await page.evaluate(() => {
    // an animation that never ends is not waited for
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all(ending.map((one) => one.finished.catch(() => undefined))).then(() => undefined)
  }, undefined)
}

const stack = await startStack({ dataDir: mkdtempSync(join(tmpdir(), 'wa-blaster-screenshots-')) })
const browser = await chromium.launch({ executablePath: sureChromium(), args: CHROMIUM_ARGS })
let taken = 0
const failed: string[] = []
try {
  const states = new Map<Visitor, State>()
  for (const [who, email] of Object.entries(EMAILS) as [Visitor, string][]) {
    const context = await openContext(browser, stack)
    const page = await context.newPage()
    await signIn(page, email)
    if (who === 'member') await fillList(stack, page)
    if (who === 'staff') await fillChecks(stack, page)
    if (who === 'admin') await fillBlaster(page)
    states.set(who, await context.storageState())
    await context.close()
  }
  mkdirSync(folder, { recursive: true })
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const look = { viewport: { width, height: HEIGHT }, colorScheme: theme, reducedMotion: 'reduce' as const }
      let clear: (() => Promise<void>) | null = null
      for (const who of VISITORS) {
        if (who === 'admin') clear = await makeAdminData(stack.origin)
        const state = states.get(who)
        const left = SCREENS.filter((one) => one.who === who && one.name.includes(wanted))
        const shootOn = async (): Promise<void> => {
          // each in its own window, because of several tabs only the front one is drawn completely
          const context = await openContext(browser, stack, { ...look, ...(state ? { storageState: state } : {}) })
          await context.addInitScript((chosen) => {
            if (location.protocol !== 'about:') localStorage.setItem('theme', chosen)
          }, theme)
          for (let screen = left.shift(); screen; screen = left.shift())
            await shoot(context, screen, `${width}-${theme}`)
          await context.close()
        }
        await Promise.all(Array.from({ length: Math.min(WINDOWS, left.length) }, shootOn))
      }
      await clear?.()
      if ('phone-page'.includes(wanted)) taken += await shootPhone(look, `${width}-${theme}`)
    }
  }
  const blank = await (await browser.newContext()).newPage()
  const changes = await review(pictures, { folder, whole: wanted === '' && failed.length === 0, accept, page: blank })
  for (const { name, before, now } of changes)
    console.log(`${before === null ? 'new' : now === null ? 'gone' : 'changed'}: ${name}`)
  changed = accept ? 0 : changes.length
} finally {
  await browser.close()
  await stack.stop()
  rmSync(join(stack.home, '..'), { recursive: true, force: true })
}
console.log(`${taken} pictures in ${folder}`)
for (const line of failed) console.log(`not taken: ${line}`)
if (changed > 0) console.log(`${changed} pictures differ from the kept set: look at ${join(folder, 'review.html')}`)
process.exitCode = failed.length + changed > 0 ? 1 : 0

async function shoot(context: BrowserContext, { name, path, act }: Screen, suffix: string): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    await act?.(page)
    await settle(page)
    // a window as tall as the page, so that nothing is scrolled and sticky parts are in their places
    const width = page.viewportSize()?.width ?? 0
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.max(HEIGHT, height) })
    await settle(page)
    await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) })
    taken++
    await standStill(page)
    pictures.set(`${name}-${suffix}`, await takeSmall(page))
  } catch (error) {
    failed.push(`${name} ${suffix}: ${error instanceof Error ? error.message.split('\n')[0] : ''}`)
  }
  await page.close()
}

async function shootPhone(look: object, suffix: string): Promise<number> {
  const context = await openContext(browser, stack, look)
  const page = await context.newPage()
  await page.goto(`${stack.sandboxOrigin}/sandbox/phone?phone=${PHONES[0][0]}`)
  for (const name of PHONE_SCREENS) {
    await page.getByRole('tab', { name }).click()
    await page.getByRole('tabpanel').waitFor()
    if (name === 'Obrolan')
      await page
        .getByRole('button', { name: /^Obrolan dengan/ })
        .first()
        .click()
    await page.screenshot({ path: join(folder, `phone-${name.split(' ')[0]?.toLowerCase()}-${suffix}.png`) })
  }
  await context.close()
  return PHONE_SCREENS.length
}
