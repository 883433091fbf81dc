// On a phone, in either theme, and without a mouse. What every screen must keep is in screens.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { linkByQr, opened, rowOf, signIn } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { review, takeSmall } from '../../scripts/screenshots/kept.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const phone = '6281230000007'
/** How long the search box waits for more to be typed. */
const SEARCH_PAUSE_MS = 1_000
let signedIn: BrowserContext
browser.prepare(async () => {
  signedIn = await browser.openWindow()
  const page = await signIn(signedIn, emailOf('tombol'))
  await linkByQr(page, sandbox, phone, 'Tombol')
})

describe('on a phone', () => {
  test('the menu opens over the page and closes with Escape', async () => {
    const context = await browser.openWindow({ width: 360, height: 740, storageState: await signedIn.storageState() })
    const tab = await context.newPage()
    await tab.goto('/whatsapp')
    const menu = tab.getByRole('navigation', { name: 'Menu utama' })
    await tab.getByRole('button', { name: 'Buka menu' }).click()
    await menu.getByRole('link', { name: 'Profil' }).waitFor()
    await tab.keyboard.press('Escape')
    const isAway = async (): Promise<void> => {
      const box = await menu.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(0)
    }
    await waitFor(isAway)
    await tab.getByRole('button', { name: 'Buka menu' }).click()
    await menu.getByRole('link', { name: 'Profil' }).click()
    await tab.waitForURL('**/profile')
    await waitFor(isAway)
    await context.close()
  })
})

test('a menu longer than the window shows where one is', async () => {
  const context = await browser.openWindow({ width: 1280, height: 320, storageState: await signedIn.storageState() })
  const tab = await context.newPage()
  await tab.goto('/profile')
  const here = tab.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name: 'Profil' })
  await waitFor(async () => {
    const box = await here.boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(320)
  })
  await context.close()
})

describe('a screen that nobody has opened yet', () => {
  test('rule code-ahead: has its code there before its link is pressed, once the page is used', async () => {
    const context = await browser.openWindow({ storageState: await signedIn.storageState() })
    const tab = await context.newPage()
    const fetched: string[] = []
    tab.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname))
    await tab.goto('/whatsapp')
    await tab.getByRole('heading', { level: 1 }).click()
    await waitFor(async () => expect(fetched.some((path) => path.startsWith('/assets/profile-'))).toBe(true))
    expect(new URL(tab.url()).pathname).toBe('/whatsapp')
    await context.close()
  })
})

describe('a link that is pressed within the pause of the search box', () => {
  test('leads where it says: the late search leaves its address alone', async () => {
    const context = await browser.openWindow({ storageState: await signedIn.storageState() })
    const tab = await context.newPage()
    // the screen is not there yet when the pause ends, so the list still stands
    let searched = false
    await tab.route('**/assets/profile-*.js', async (route) => {
      await waitFor(() => expect(searched).toBe(true))
      await route.continue()
    })
    await tab.goto('/whatsapp')
    await rowOf(tab, phone).waitFor()
    await tab.getByRole('searchbox').fill('entah')
    await tab.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name: 'Profil' }).click()
    await tab.waitForURL(/\/profile$/)
    // nothing may happen when the pause ends, and nothing else tells that it has
    await new Promise((next) => setTimeout(next, SEARCH_PAUSE_MS + 500))
    searched = true
    await tab.getByRole('heading', { level: 1, name: 'Profil' }).waitFor()
    expect(new URL(tab.url()).pathname).toBe('/profile')
    await context.close()
  })
})

describe('the theme', () => {
  test('changes at once for who wants little motion: no element is on its way to another colour', async () => {
    const context = await browser.openWindow({ reducedMotion: 'reduce' })
    const tab = await context.newPage()
    await tab.goto('/signin')
    await tab.getByLabel('Email').waitFor()
    const moving = await tab.evaluate(() => {
      document.documentElement.classList.toggle('dark')
      return document.getAnimations().filter((one) => one instanceof CSSTransition).length
    })
    expect(moving).toBe(0)
    await context.close()
  })

  test('is chosen once, kept, and never flashes by in the other', async () => {
    const context = await browser.openWindow({ storageState: await signedIn.storageState() })
    await context.addInitScript(() => {
      const seen: boolean[] = []
      Object.assign(window, { seenDark: seen })
      const look = (): void => {
        if (document.body) seen.push(document.documentElement.classList.contains('dark'))
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const tab = await context.newPage()
    await tab.goto('/profile')
    await tab.getByRole('button', { name: 'Ganti ke tema gelap' }).click()
    await tab.getByRole('button', { name: 'Ganti ke tema terang' }).waitFor()
    await tab.reload()
    await tab.getByRole('button', { name: 'Ganti ke tema terang' }).waitFor()
    const seen = await tab.evaluate(() => (window as unknown as { seenDark: boolean[] }).seenDark)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).not.toContain(false)
    await context.close()
  })
})

/** Presses Tab until this has the focus, as someone without a mouse does. */
const tabTo = async (tab: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 40; presses++) {
    await tab.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      const ring = await target.evaluate((element) => getComputedStyle(element).outlineStyle)
      expect(ring, 'the focus can be seen').not.toBe('none')
      return
    }
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

describe('with the keyboard alone', () => {
  test('one signs in, jumps with Ctrl+K, starts and stops a blast', async () => {
    const tab = await (await browser.openWindow()).newPage()
    await tab.goto('/signin')
    await tabTo(tab, tab.getByLabel('Email'))
    await tab.keyboard.type(emailOf('tombol'))
    await tabTo(tab, tab.getByLabel('Kata sandi', { exact: true }))
    await tab.keyboard.type(PASSWORD)
    await tab.keyboard.press('Enter')
    await tab.waitForURL('**/dashboard')
    await tab.getByRole('heading', { level: 1 }).waitFor()
    await tab.keyboard.press('Control+k')
    await opened(tab.getByRole('dialog', { name: 'Pencarian cepat' }))
    await tab.keyboard.type('akun what')
    await tab.getByRole('option', { name: 'Akun Whatsapp', exact: true }).waitFor()
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/\/whatsapp$/)
    const row = rowOf(tab, phone)
    const start = row.getByRole('button', { name: 'Start Blast' })
    await start.waitFor()
    await tabTo(tab, start)
    await tab.keyboard.press('Enter')
    const stop = row.getByRole('button', { name: 'Stop Blast' })
    await stop.waitFor()
    await row.getByText('Mengirim', { exact: true }).waitFor()
    if (!(await stop.evaluate((element) => element === document.activeElement))) await tabTo(tab, stop)
    await tab.keyboard.press('Enter')
    await tab.getByRole('alertdialog', { name: 'Sedang mengirim' }).waitFor()
    await tabTo(tab, tab.getByRole('button', { name: 'Stop Blast!' }))
    await tab.keyboard.press('Enter')
    await start.waitFor()
    await tab.keyboard.press('Control+k')
    await opened(tab.getByRole('dialog', { name: 'Pencarian cepat' }))
    await tab.keyboard.press('Escape')
    await tab.getByRole('dialog', { name: 'Pencarian cepat' }).waitFor({ state: 'hidden' })
  })
})

test('a picture that is compared with its kept one is alike when nothing has changed, and not when one button has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wa-blaster-kept-'))
  const tab = await (await browser.openWindow({ width: 360, height: 640 })).newPage()
  const options = { folder, kept: join(folder, 'kept'), whole: true, page: tab }
  const compare = async (accept = false) => {
    const { changes, otherRendering } = await review(new Map([['signin-360', await takeSmall(tab)]]), {
      ...options,
      accept,
    })
    return { names: changes.map(({ name }) => name), otherRendering }
  }
  try {
    const screen = (width: number): Promise<void> =>
      tab.setContent(`<h1>Masuk</h1><p>Email</p><div style="width: ${width}px; height: 40px; background: teal"></div>`)
    await screen(120)
    expect(await compare()).toEqual({ names: [], otherRendering: null })
    expect(await compare(true)).toEqual({ names: ['signin-360'], otherRendering: null })
    await screen(120)
    expect(await compare()).toEqual({ names: [], otherRendering: null })
    await screen(126)
    expect(await compare()).toEqual({ names: ['signin-360'], otherRendering: null })
    expect(
      (await review(new Map(), { ...options, accept: false })).changes.map(({ name, now }) => [name, now]),
    ).toEqual([['signin-360', null]])
    // another browser draws every letter a little otherwise, which is no change of a screen
    writeFileSync(join(options.kept, 'rendering.json'), '{ "chromium": "1" }')
    expect((await compare()).otherRendering).toMatch('drawn by {"chromium":"1"}')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
