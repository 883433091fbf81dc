// A person's browser: windows with their own sign-in state. An unexpected line on the console fails the test.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { CHROMIUM_ARGS, sureChromium } from '../../scripts/chromium.ts'
import { product } from './product.ts'

/** The longest wait for a condition, because the machine may be busy. */
const PATIENCE_MS = 45_000
export type WindowOptions = { width?: number; height?: number; dark?: boolean } & Pick<
  BrowserContextOptions,
  'colorScheme' | 'reducedMotion' | 'javaScriptEnabled' | 'storageState' | 'hasTouch' | 'isMobile'
>

const WORDS_SHOWN = 1_500
/**
 * Saves a picture of every open tab when a test has failed, in the screenshots folder, which git ignores. @returns their words: of a run elsewhere nothing else
 * is left
 */
const keepPictures = async (contexts: readonly BrowserContext[], name: string): Promise<string> => {
  const pages = contexts.flatMap((context) => context.pages())
  const words: string[] = []
  for (const [index, page] of pages.entries()) {
    const path = `screenshots/failures/${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${index + 1}.png`
    await page.screenshot({ path, timeout: 5_000 }).catch(() => undefined)
    const main = page.locator('main').or(page.locator('body')).last()
    const shown = await main.innerText({ timeout: 5_000 }).catch(() => 'it does not answer')
    words.push(`${page.url()} shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, WORDS_SHOWN)}`)
  }
  return words.join('\n')
}

/** What draws is no process of its own, so that nothing is sent between two of them: a twelfth of the processor's time of a journey. */
const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, '--in-process-gpu'] })
let started: Promise<Browser> | null = null
/** One for all files of this process: it takes longer to start than a window to open. */
const sharedBrowser = async (): Promise<Browser> => {
  if (started !== null && !(await started).isConnected()) started = null
  started ??= launch(sureChromium())
  return started
}

const CODE_AHEAD = process.env['CODE_AHEAD'] !== 'no'
/**
 * Registers its own set-up and tear-down in the test file that calls it. @param whole for notifications, which a headless shell never shows @param ahead false: its
 * people spare data, and each screen's code comes when it is opened
 */
export const useBrowser = ({ whole = false, ahead = CODE_AHEAD }: { whole?: boolean; ahead?: boolean } = {}) => {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  let expected: RegExp[] = []

  const listen = (page: Page): void => {
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = `${page.url()}: ${message.text()} (${message.location().url})`
      if (!expected.some((pattern) => pattern.test(text))) problems.push(text)
    })
  }

  beforeAll(async () => {
    browser = await (whole ? launch(sureChromium(true)) : sharedBrowser())
  })
  afterEach(async ({ task }) => {
    const seen = problems.splice(0)
    expected = []
    const shown = task.result?.state === 'fail' ? await keepPictures(contexts, task.name) : ''
    expect(seen, 'unexpected errors in the console').toEqual([])
    // stands below the test's own failure
    if (shown !== '') throw new Error(shown)
  })
  afterAll(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    if (whole) await browser.close()
  })

  return {
    ...product,
    /** A beforeAll that saves pictures when it fails. */
    prepare: (work: () => Promise<void>): void =>
      beforeAll(async () => {
        try {
          await work()
        } catch (error) {
          await keepPictures(contexts, 'before')
          throw error
        }
      }),
    /** A new window without any sign-in or cookie. */
    openWindow: async ({ width = 1280, height = 800, dark, ...options }: WindowOptions = {}) => {
      const context = await browser.newContext({
        baseURL: product.origin,
        viewport: { width, height },
        locale: 'id-ID',
        timezoneId: 'Asia/Jakarta',
        reducedMotion: 'reduce',
        ...options,
      })
      contexts.push(context)
      context.on('page', listen)
      if (!ahead)
        await context.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
        })
      if (dark !== undefined) {
        const theme = dark ? 'dark' : 'light'
        await context.addInitScript((value) => {
          // An empty tab has no storage.
          if (location.protocol !== 'about:') localStorage.setItem('theme', value)
        }, theme)
      }
      return context
    },
    /** Allows these lines on the console during this test. */
    expectProblem: (pattern: RegExp): void => {
      expected.push(pattern)
    },
  }
}

/** Repeats the probe until it does not throw any more; after the time limit the last error is thrown. */
export const waitFor = (probe: () => Promise<void> | void, timeout = PATIENCE_MS): Promise<void> =>
  vi.waitFor(probe, { timeout, interval: 150 })
