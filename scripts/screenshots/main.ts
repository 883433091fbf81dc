// `npm run screenshots`: every screen at three widths in both themes, into screenshots/, which git ignores. Compared with the
// kept set, a change that nobody has looked at fails; screenshots/review.html shows it, `-- --accept` keeps it.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, sureChromium } from '../chromium.ts'
import { DEMO_PASSWORD } from '../demo-data/people.ts'
import { flagsOf } from '../flags.ts'
import { root } from '../stack/shell.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { makeMoney, makeProxies, makeTroubles } from './admin-data.ts'
import { type Album, HEIGHT, shoot, THEMES } from './camera.ts'
import { fillBlaster, fillChecks, fillList, fillMoving, look, PHONES, showUsualIntervals } from './fill.ts'
import { KEPT, review } from './kept.ts'
import { EMAILS, PHONE_SCREENS, SCREENS, type Screen, type Visitor, VISITORS } from './screens.ts'

const WIDTHS = [360, 768, 1280] as const
const WINDOWS = 3
const folder = join(root, 'screenshots')
const { values, positionals: words } = flagsOf(
  'npm run screenshots [-- WORD …] [--accept]: screens whose names hold one of them',
  {
    allowPositionals: true,
    options: { accept: { type: 'boolean', default: false } },
  },
)
const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word))
const album: Album = { folder, pictures: new Map(), failed: [] }

const openContext = async (browser: Browser, stack: Stack, more: object = {}): Promise<BrowserContext> => {
  const look = {
    viewport: { width: 1280, height: HEIGHT },
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  } as const
  const context = await browser.newContext({ baseURL: stack.origin, ...look, ...more })
  context.setDefaultTimeout(30_000)
  // a form that is left half filled
  context.on('dialog', (dialog) => void dialog.accept())
  return context
}
type State = Awaited<ReturnType<BrowserContext['storageState']>>
const signIn = async (
  browser: Browser,
  stack: Stack,
  email: string,
  fill?: (page: Page) => Promise<void>,
): Promise<State> => {
  const context = await openContext(browser, stack)
  const page = await context.newPage()
  await page.goto('/signin')
  await page.locator('#drawn').waitFor({ state: 'detached' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
  await fill?.(page)
  const state = await context.storageState()
  await context.close()
  return state
}

const stack = await startStack({ dataDir: mkdtempSync(join(tmpdir(), 'wa-blaster-screenshots-')) })
const browser = await chromium.launch({ executablePath: sureChromium(), args: CHROMIUM_ARGS })
const states = new Map<Visitor, State>()
let changed = 0

/** Every width of these screens, several at a time; each in its own window, because of several tabs only the front one is drawn. */
const shootAll = async (screens: readonly Screen[], to: Album): Promise<void> => {
  for (const who of VISITORS) {
    const left = screens
      .filter((screen) => screen.who === who && isWanted(screen.name))
      .flatMap((screen) => WIDTHS.map((width) => ({ screen, width })))
    const state = states.get(who)
    const work = async (): Promise<void> => {
      const context = await openContext(browser, stack, state ? { storageState: state } : {})
      const page = await context.newPage()
      for (let next = left.shift(); next; next = left.shift()) await shoot(page, next.screen, next.width, to)
      await context.close()
    }
    await Promise.all(Array.from({ length: Math.min(WINDOWS, left.length) }, work))
  }
}

try {
  const fills: Partial<Record<Visitor, (page: Page) => Promise<void>>> = {
    member: (page) => fillList(stack, page),
    staff: (page) => fillChecks(stack, page),
    admin: fillBlaster,
  }
  for (const [who, email] of Object.entries(EMAILS) as [Visitor, string][])
    states.set(who, await signIn(browser, stack, email, fills[who]))
  await showUsualIntervals(stack)
  await makeMoney(stack.origin)
  mkdirSync(folder, { recursive: true })
  const still = SCREENS.filter(({ moves }) => !moves)
  // an account that links would use the proxies
  const isLinker = ({ who }: Screen): boolean => who === 'member' || who === 'newcomer' || who === 'nobody'
  await shootAll(still.filter(isLinker), album)
  await makeProxies(stack.origin)
  await look(stack)
  await shootAll(
    still.filter((screen) => !isLinker(screen)),
    album,
  )
  if (isWanted('status-trouble')) await shootTrouble()
  const moving = SCREENS.filter(({ moves, name }) => moves && isWanted(name))
  if (moving.length > 0) {
    // somebody listens before it begins: an account tells admins nothing while none does
    const listener = await openContext(browser, stack, { storageState: states.get('dev') })
    await (await listener.newPage()).goto('/monitor/realtime', { waitUntil: 'networkidle' })
    await fillMoving(stack)
    // looked at, not compared: something else stands on it each time
    await shootAll(moving, { ...album, pictures: new Map() })
  }
  if (isWanted('phone-page')) await shootPhone()
  const { failed, pictures } = album
  if (!existsSync(KEPT)) console.log('no kept set to compare with: `-- --accept` makes these pictures the first')
  const blank = await (await browser.newContext()).newPage()
  const { changes, otherRendering } = await review(pictures, {
    folder,
    whole: words.length === 0 && failed.length === 0,
    accept: values.accept,
    page: blank,
  })
  for (const { name, before, now } of changes)
    console.log(`${before === null ? 'new' : now === null ? 'gone' : 'changed'}: ${name}`)
  if (otherRendering !== null) console.log(otherRendering)
  changed = values.accept || otherRendering !== null ? 0 : changes.length
} finally {
  await browser.close()
  await stack.stop()
  rmSync(join(stack.home, '..'), { recursive: true, force: true })
}
console.log(`${album.pictures.size} pictures to compare, all in ${folder}`)
if (album.failed.length > 0) console.log(`not taken: ${album.failed.length}`)
if (changed > 0) console.log(`${changed} pictures differ from the kept set: look at ${join(folder, 'review.html')}`)
process.exitCode = album.failed.length + changed > 0 ? 1 : 0

/** What an admin and a member see while something is wrong. */
async function shootTrouble(): Promise<void> {
  makeTroubles(stack.home)
  const strip = (page: Page): Promise<void> => page.getByRole('complementary', { name: 'Keterangan layanan' }).waitFor()
  const listed = (page: Page): Promise<void> =>
    page.getByRole('list', { name: 'Yang perlu diperhatikan' }).getByRole('listitem').first().waitFor()
  await shootAll(
    [
      { name: 'status-trouble', who: 'admin', path: '/status', act: listed },
      { name: 'status-trouble-member', who: 'member', path: '/profile', act: strip },
    ],
    album,
  )
}

async function shootPhone(): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const context = await openContext(browser, stack, { viewport: { width, height: HEIGHT }, colorScheme: theme })
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
        await page.screenshot({
          path: join(folder, `phone-${name.split(' ')[0]?.toLowerCase()}-${width}-${theme}.png`),
        })
      }
      await context.close()
    }
  }
}
