// The page in English: chosen on the device, kept over reloads, also without a line, and what the server says is English, too.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { linkByQr, signIn } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const phone = '6281230000187'
const NO_LINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (fetch|load)|WebSocket/

const languageOf = (page: Page): Promise<string | null> => page.locator('html').getAttribute('lang')
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor()
/** In the user's menu. */
const choose = async (page: Page, language: string): Promise<void> => {
  await page.getByRole('button', { name: /User menu|Menu pengguna/ }).click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

describe('the sign-in page', () => {
  let context: BrowserContext
  let page: Page
  browser.prepare(async () => {
    context = await browser.openWindow({ width: 360 })
    page = await context.newPage()
    await page.goto('/signin')
  })

  test('rule language: is Indonesian, and English by the keyboard alone', async () => {
    await heading(page, 'Masuk')
    expect(await languageOf(page)).toBe('id')
    const choice = page.getByRole('group', { name: 'Bahasa' })
    expect(await choice.getByRole('button', { pressed: true }).innerText()).toBe('Bahasa Indonesia')
    await choice.getByRole('button', { name: 'English' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in')
    expect(await languageOf(page)).toBe('en')
    expect(await page.title()).toBe('Sign in · WA Blaster')
    const now = page.getByRole('group', { name: 'Language' }).getByRole('button', { pressed: true })
    expect(await now.innerText()).toBe('English')
    expect(await violationsOf(page)).toEqual([])
  })

  test('is fetched in one language only', async () => {
    await page.reload()
    await heading(page, 'Sign in')
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js')),
    )
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((path) => !path.startsWith('/assets/en/'))).toEqual([])
  })

  test('refuses in English', async () => {
    browser.expectProblem(/401/)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Email and password are required.').waitFor()
    await page.getByLabel('Email').fill(emailOf('inggris'))
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Wrong email or password.').waitFor()
  })

  test('leads to a sign-up that the server refuses in English, beside the field', async () => {
    browser.expectProblem(/409/)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('First name').fill('Inggris')
    await page.getByLabel('Last name').fill('Uji')
    await page.getByLabel('Email').fill(emailOf('inggris'))
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Repeat password').fill('short')
    await page.getByRole('checkbox').check()
    await page.getByText('Verifikasi keamanan (sandbox): berhasil').waitFor()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('The password needs at least 8 characters.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('This email is registered already.').first().waitFor()
    await page.goto('/signin')
    await heading(page, 'Sign in')
  })

  test('stays English without a line, and comes back', async () => {
    browser.expectProblem(NO_LINE)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
    })
    await context.setOffline(true)
    await page.reload()
    await heading(page, 'You are offline')
    expect(await page.getByText('Anda sedang offline').isVisible()).toBe(false)
    await context.setOffline(false)
    await heading(page, 'Sign in')
  })

  test('keeps its language where the other one cannot be fetched', async () => {
    browser.expectProblem(NO_LINE)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Bahasa Indonesia' }).click()
    await page.getByRole('alert').getByText('The language can be changed once the connection is back.').waitFor()
    await context.setOffline(false)
    await page.reload()
    await heading(page, 'Sign in')
  })
})

describe('a member who chose English', () => {
  let page: Page
  browser.prepare(async () => {
    const context = await browser.openWindow()
    page = await signIn(context, emailOf('inggris'))
    await linkByQr(page, sandbox, phone, 'English')
    await sandbox.fault(phone, 'logged-out')
    await choose(page, 'English')
    await page.getByRole('button', { name: 'User menu' }).waitFor()
  })

  test('stays on the screen and reads it in English', async () => {
    expect(new URL(page.url()).pathname).toBe('/whatsapp')
    await heading(page, 'WhatsApp accounts')
    await page.getByText('The link was removed on the phone or by WhatsApp.').waitFor()
    expect(await languageOf(page)).toBe('en')
  })

  test('reads notices by what they are about, with English dates', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const notice = page.getByRole('link', { name: /^(Unread\. )?Account English/ })
    expect(await notice.innerText()).toContain('was logged out of WhatsApp. Link it again to send.')
    expect(await notice.getByRole('time').innerText()).toMatch(/^\d{1,2} [A-Z][a-z]{2,3} \d{4} \d\d:\d\d$/)
    await page.keyboard.press('Escape')
  })

  test('sees home and money: English words, amounts as they are typed', async () => {
    await page.goto('/dashboard')
    await heading(page, 'Member dashboard')
    await page.goto('/withdraw')
    const amount = page.getByLabel('Amount (Rp)')
    await amount.fill('5.000')
    await page.getByText('Will be recorded as Rp 5.000').waitFor()
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await page.getByText('The smallest withdrawal is Rp 10.000').waitFor()
    await amount.fill('1,5')
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await page.getByText('Not clear. Write a whole number without a comma').waitFor()
  })

  test('rule language: is asked before a change of language takes what was typed, and reads Indonesian after it', async () => {
    await page.goto('/withdraw')
    const amount = page.getByLabel('Amount (Rp)')
    await amount.fill('12.000')
    const question = page.getByRole('alertdialog', { name: 'Changes are not saved' })
    await choose(page, 'Bahasa Indonesia')
    await question.getByRole('button', { name: 'Stay here' }).click()
    expect(await amount.inputValue()).toBe('12.000')
    await choose(page, 'Bahasa Indonesia')
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByLabel('Nominal (Rp)').waitFor()
    expect(await languageOf(page)).toBe('id')
    await page.reload()
    await page.getByLabel('Nominal (Rp)').waitFor()
  })

  test('signs in in English', async () => {
    const context = await browser.openWindow()
    const other = await context.newPage()
    await other.goto('/signin')
    await other.getByRole('button', { name: 'English' }).click()
    // until then the page is the Indonesian one, whose email box is called the same
    await heading(other, 'Sign in')
    await other.getByLabel('Email').fill(emailOf('inggris'))
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(other, 'Member dashboard')
  })
})
