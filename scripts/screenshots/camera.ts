// Takes one screen at one width in both themes: a full picture of each for people, a small one that stands still for the comparison.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { takeSmall } from './kept.ts'
import type { Screen } from './screens.ts'
import { standStill } from './stand-still.ts'

export const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
export const HEIGHT = 800
export type Album = {
  folder: string
  /** Small pictures by name. */
  pictures: Map<string, Buffer>
  /** One line for each that could not be taken. */
  failed: string[]
}

/** At most so long is waited until nothing more comes: counts in the frame arrive after the screen. */
const CALM_MS = 10_000
const settle = async (page: Page): Promise<void> => {
  // until what is drawn ahead of the page, skeletons and spinners are replaced by content
  await page.waitForFunction(() => document.querySelector('#drawn, .animate-pulse, .animate-spin') === null)
  // on a busy machine the live line breaks now and then, and comes back
  await page
    .getByRole('banner')
    .getByText(/^terputus$/i)
    .waitFor({ state: 'detached' })
  // the sign-up's check starts over with the theme
  await page.getByText('Verifikasi keamanan (sandbox)', { exact: true }).waitFor({ state: 'detached' })
  await page.evaluate(() => {
    // an animation that never ends is not waited for
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all([document.fonts.ready, ...ending.map((one) => one.finished.catch(() => undefined))]).then(
      () => undefined,
    )
  }, undefined)
}

/** Through the page's own button, where there is one: plots are drawn again by it. */
const setTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((dark) => {
    const isDark = (): boolean => document.documentElement.classList.contains('dark')
    if (isDark() !== dark) document.querySelector<HTMLElement>('button[aria-label^="Ganti ke tema"]')?.click()
    if (isDark() !== dark) document.documentElement.classList.toggle('dark', dark)
  }, theme === 'dark')
  await settle(page)
}

/** Opens the screen as a new document, so that nothing of the one before is left. */
export const shoot = async (page: Page, { name, path, act }: Screen, width: number, album: Album): Promise<void> => {
  try {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.mouse.move(0, 0)
    await page.goto(path)
    await page.locator('#drawn').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    await act?.(page)
    await page.waitForLoadState('networkidle', { timeout: CALM_MS }).catch(() => undefined)
    await settle(page)
    // a window as tall as the page, so that nothing is scrolled and sticky parts are in their places
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.max(HEIGHT, height) })
    for (const theme of THEMES) {
      await setTheme(page, theme)
      await page.screenshot({ path: join(album.folder, `${name}-${width}-${theme}.png`) })
    }
    for (const theme of THEMES.toReversed()) {
      await setTheme(page, theme)
      await standStill(page)
      album.pictures.set(`${name}-${width}-${theme}`, await takeSmall(page))
    }
  } catch (error) {
    const line = `not taken: ${name} ${width}: ${error instanceof Error ? error.message.split('\n')[0] : ''}`
    console.log(line)
    album.failed.push(line)
  }
}
