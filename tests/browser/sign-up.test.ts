// From a referral link to an account, in and out again; a forgotten password.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { signInByForm } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const EMAIL = 'siti.baru@uji.test'
const SECRET = 'rahasia-siti-1'
const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)

describe('a new member', () => {
  let context: BrowserContext
  let page: Page
  browser.prepare(async () => {
    context = await browser.openWindow()
    page = await context.newPage()
  })
  /** The Indonesian beside the specification's sentence may come a moment later. */
  const isTold = (messages: string[]) =>
    waitFor(async () => expect(await page.getByRole('alert').allInnerTexts()).toEqual(messages))
  const send = (): Promise<void> => page.getByRole('button', { name: 'Daftar', exact: true }).click()

  test('brings a referral code on any address; it is kept and taken out of the address', async () => {
    await page.goto('/terms?referral=RANI2026&x=1')
    await page.getByRole('heading', { name: 'Syarat dan Ketentuan', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe('?x=1')
    await page.goto('/signin')
    await page.getByRole('link', { name: 'Daftar' }).click()
    await page.getByRole('heading', { name: 'Daftar akun' }).waitFor()
    expect(await page.getByLabel('Kode referal (opsional)').inputValue()).toBe('RANI2026')
  })

  test('is told what is missing, field by field, and nothing is sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/register')) sent.push(request.url())
    })
    await send()
    await page.getByText('First name is required.').waitFor()
    await isTold([
      'First name is required. Nama depan wajib diisi.',
      'Last name is required. Nama belakang wajib diisi.',
      'Email is required. Email wajib diisi.',
      'Password is required. Kata sandi wajib diisi.',
      'Please confirm your password. Ulangi kata sandi Anda.',
    ])
    await page.getByLabel('Nama depan').fill('Siti')
    await page.getByLabel('Nama belakang').fill('Baru')
    await page.getByLabel('Email').fill('bukan-email')
    await page.getByLabel('Kata sandi', { exact: true }).fill(SECRET)
    await page.getByLabel('Ulangi kata sandi').fill('lain')
    await send()
    await page.getByText('Invalid email format.').waitFor()
    await isTold([
      'Invalid email format. Alamat email tidak benar.',
      'Passwords do not match. Kedua kata sandi tidak sama.',
    ])
    await page.getByLabel('Email').fill(EMAIL.toUpperCase())
    await page.getByLabel('Ulangi kata sandi').fill(SECRET)
    await send()
    await page.getByText('You must agree to the terms and conditions.').waitFor()
    await isTold(['You must agree to the terms and conditions. Setujui syarat dan ketentuan dahulu.'])
    expect(sent).toEqual([])
  })

  test('hears that a referral code is unknown, at its field', async () => {
    browser.expectProblem(/auth\/register/)
    await page.getByRole('checkbox').check()
    await page.getByText('Verifikasi keamanan (sandbox): berhasil').waitFor()
    await page.getByLabel('Kode referal (opsional)').fill('TIDAKADA')
    await send()
    await page.getByText('Kode referal tidak dikenal.').waitFor()
    expect(await page.getByLabel('Kode referal (opsional)').getAttribute('aria-invalid')).toBe('true')
  })

  test('registers, with the bot check done again, and is sent to sign in', async () => {
    await page.getByLabel('Kode referal (opsional)').fill('rani2026')
    await page.getByText('Verifikasi keamanan (sandbox): berhasil').waitFor()
    await send()
    await page.waitForURL('**/signin?registered=1')
    await page.getByText('Register berhasil. Silakan login.').waitFor()
  })

  test('is told about empty fields and a wrong password', async () => {
    browser.expectProblem(/auth\/login/)
    const enter = page.getByRole('button', { name: 'Masuk', exact: true })
    await enter.click()
    await page.getByText('Email and password are required.').waitFor()
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Kata sandi', { exact: true }).fill('salah-sekali')
    await enter.click()
    await page.getByText('Email atau kata sandi salah.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/signin')
  })

  test('signs in, stays signed in, and signs out', async () => {
    await page.getByLabel('Kata sandi', { exact: true }).fill(SECRET)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.getByText('Hai, Siti Baru...').waitFor()
    await page.goto('/signin')
    await page.waitForURL('**/dashboard')
    const keptHere = () =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => /^(authToken|user$|numbers:)/.test(name)))
    await expect
      .poll(async () => (await keptHere()).some((name) => name.startsWith('numbers:')), { timeout: 20_000 })
      .toBe(true)
    await page.getByRole('button', { name: 'Menu pengguna' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/signin')
    // what was theirs leaves the browser with them
    expect(await keptHere()).toEqual([])
    await page.goto('/dashboard')
    await page.waitForURL('**/signin')
    expect((await context.cookies()).filter(({ name }) => name === 'authToken' || name === 'user')).toEqual([])
  })

  test('cannot register the same email twice', async () => {
    browser.expectProblem(/auth\/register/)
    await page.goto('/signup')
    await page.getByLabel('Nama depan').fill('Siti')
    await page.getByLabel('Nama belakang').fill('Lagi')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Kata sandi', { exact: true }).fill(SECRET)
    await page.getByLabel('Ulangi kata sandi').fill(SECRET)
    await page.getByRole('checkbox').check()
    await page.getByText('Verifikasi keamanan (sandbox): berhasil').waitFor()
    await send()
    await page.getByText('Email sudah terdaftar.').waitFor()
    const there = page.getByRole('alert').filter({ hasText: 'Email sudah terdaftar.' })
    await there.getByRole('link', { name: 'Masuk' }).waitFor()
    await there.getByRole('link', { name: 'atur ulang kata sandi' }).click()
    await page.waitForURL('**/reset-password')
  })
})

describe('the bot check', () => {
  test('must be done: without it nothing is sent', async () => {
    browser.expectProblem(/turnstile/)
    const context = await browser.openWindow()
    await context.route('**/turnstile/**', (route) => route.abort())
    const page = await context.newPage()
    await page.goto('/signup')
    await page.getByLabel('Nama depan').fill('Tono')
    await page.getByLabel('Nama belakang').fill('Robot')
    await page.getByLabel('Email').fill('tono@uji.test')
    await page.getByLabel('Kata sandi', { exact: true }).fill(SECRET)
    await page.getByLabel('Ulangi kata sandi').fill(SECRET)
    await page.getByRole('checkbox').check()
    await page.getByText('Verifikasi keamanan tidak dapat dimuat. Muat ulang halaman.').waitFor()
    await page.getByRole('button', { name: 'Daftar', exact: true }).click()
    await page.getByText('Selesaikan verifikasi keamanan (Turnstile).').waitFor()
  })
})

describe('who forgot the password', () => {
  const email = emailOf('lupa')
  const secret = 'kata-baru-2026'
  const enter = async (page: Page, password: string): Promise<void> => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Kata sandi', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  }

  test('gets a link by mail that works once, and is signed out elsewhere', async () => {
    browser.expectProblem(/auth\/(login|reset-password\/confirm)|401/)
    const old = await signInByForm(await browser.openWindow(), email)
    const page = await (await browser.openWindow()).newPage()
    await page.goto('/signin')
    await page.getByRole('link', { name: 'Lupa kata sandi?' }).click()
    await page.getByRole('heading', { name: 'Atur ulang kata sandi' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Kirim tautan' }).click()
    await page.getByText(/tautan untuk mengatur ulang kata sandi sudah dikirim/).waitFor()
    let link = ''
    await waitFor(async () => {
      link = /https?:\/\/\S+token=[\w.-]+/.exec((await sandbox.mailTo(email))[0]?.text ?? '')?.[0] ?? ''
      expect(link).not.toBe('')
    })
    const setPassword = async (typed: string): Promise<void> => {
      await page.goto(link)
      await page.getByLabel('Kata sandi baru', { exact: true }).fill(typed)
      await page.getByLabel('Ulangi kata sandi baru').fill(typed)
      await page.getByRole('button', { name: 'Simpan kata sandi' }).click()
    }
    await setPassword(secret)
    await page.getByText('Kata sandi sudah diganti. Silakan masuk dengan kata sandi baru.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await old.reload()
    await old.waitForURL('**/signin')
    await setPassword('lain-lagi-2026')
    await page.getByText(/Tautan atur ulang kata sandi tidak berlaku/).waitFor()
    await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click()
    // the page that is left has a field Email, too
    await page.getByRole('heading', { name: 'Masuk', exact: true }).waitFor()
    await enter(page, PASSWORD)
    await page.getByText('Email atau kata sandi salah.').waitFor()
    await enter(page, secret)
    await page.waitForURL('**/dashboard')
  })
})
