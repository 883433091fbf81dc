// A sign-in over several tabs and devices: what ends it, what does not, and the way back after it.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { goTo, signInByForm, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const tokenOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('authToken'))
/** Ends the sign-in at the server, as an admin or another device would. */
const revoke = async (page: Page): Promise<void> => {
  const token = await tokenOf(page)
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
}
const enter = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}

describe('somebody who guesses a password from everywhere', () => {
  test('rules guessing, known-device: keeps nobody out who signed in on this device before, and asks others to prove that they are no robot', async () => {
    browser.expectProblem(/403/)
    const email = emailOf('kunci')
    const own = await browser.openWindow()
    await signInByForm(own, email)
    const [device] = (await own.cookies(`${browser.origin}/api/auth/login`)).filter(({ name }) => name === 'device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    for (let i = 0; i < 50; i++) {
      const address = `10.9.${Math.floor(i / 5)}.1`
      const headers = { 'cf-connecting-ip': address, cookie: '' }
      await own.request.post('/api/auth/login', { headers, data: { email, password: `tebak-${i}` } })
    }
    const again = await own.newPage()
    await again.goto('/signin')
    await again.evaluate(() => localStorage.clear())
    await own.clearCookies({ name: 'authToken' })
    await again.goto('/signin')
    await enter(again, email)
    await again.getByRole('button', { name: 'Menu pengguna' }).waitFor()

    const elsewhere = await (await browser.openWindow()).newPage()
    await elsewhere.goto('/signin')
    await enter(elsewhere, email)
    await elsewhere.getByText('Selesaikan verifikasi keamanan di bawah, lalu masuk lagi.').waitFor()
    await elsewhere.getByText('Verifikasi keamanan (sandbox): berhasil').waitFor()
    await elsewhere.getByRole('button', { name: 'Masuk', exact: true }).click()
    await elsewhere.getByRole('button', { name: 'Menu pengguna' }).waitFor()
  })
})

describe('a changed password', () => {
  test('rule sign-in: keeps this device signed in, and ends the others, which are told why', async () => {
    // a ticket of the ended sign-in may be on its way
    browser.expectProblem(/401|WebSocket/)
    const email = emailOf('ganti')
    const here = await signInByForm(await browser.openWindow(), email)
    const there = await signInByForm(await browser.openWindow(), email)
    await goTo(there, '/whatsapp')
    await there.getByRole('link', { name: 'Tambah', exact: true }).first().waitFor()
    await here.goto('/profile?edit=true')
    await here.getByLabel('Kata sandi baru', { exact: true }).fill('kata-sandi-lain-1')
    await here.getByLabel('Kata sandi Anda sekarang', { exact: true }).fill(PASSWORD)
    await here.getByRole('button', { name: 'Simpan', exact: true }).click()
    await told(here, 'Profil sudah disimpan.')
    await here.goto('/bonus')
    await here.getByRole('button', { name: 'Menu pengguna' }).waitFor()
    expect(new URL(here.url()).pathname).toBe('/bonus')

    // its socket is closed, and the next call says why
    await there.waitForURL('**/signin')
    await there.getByText(/Sesi Anda di perangkat ini sudah berakhir/).waitFor()
    // the reason outlives a reload
    await there.reload()
    await there.getByText(/Sesi Anda di perangkat ini sudah berakhir/).waitFor()
    await enter(there, email, 'kata-sandi-lain-1')
    await there.waitForURL('**/whatsapp')
  })
})

describe('an older tab', () => {
  let context: BrowserContext
  test('whose token is refused goes on with the newer sign-in instead of ending it', async () => {
    browser.expectProblem(/401/)
    context = await browser.openWindow()
    const old = await signInByForm(context, emailOf('dua'))
    // as a tab whose storage said nothing: frozen in the background while another one signed in
    await old.evaluate(() =>
      addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
    )
    const elsewhere = await browser.openWindow()
    const other = await signInByForm(elsewhere, emailOf('dua'))
    const [newer, cookies] = [await tokenOf(other), await elsewhere.cookies()]
    // before its end: whatever the old tab asks by itself may hear of that first
    await context.addCookies(cookies)
    await revoke(old)
    await goTo(old, '/referral')
    await old.getByText('Belum ada', { exact: false }).or(old.getByText('Kosong')).first().waitFor()
    expect(new URL(old.url()).pathname).toBe('/referral')
    const kept = (await context.cookies()).find(({ name }) => name === 'authToken')?.value
    expect(decodeURIComponent(kept ?? '')).toBe(newer)
  })

  test('follows a sign-out in another tab, and leads back after the next sign-in', async () => {
    browser.expectProblem(/401/)
    const window = await browser.openWindow()
    const [one, two] = [await signInByForm(window, emailOf('dua')), await window.newPage()]
    await two.goto('/referral')
    await two.getByRole('button', { name: 'Menu pengguna' }).waitFor()
    await one.getByRole('button', { name: 'Menu pengguna' }).click()
    await one.getByRole('menuitem', { name: 'Sign out' }).click()
    await one.waitForURL('**/signin')
    expect(await one.getByText('Anda sudah keluar di tab lain', { exact: false }).count()).toBe(0)
    await two.waitForURL('**/signin')
    await two.getByText('Anda sudah keluar di tab lain', { exact: false }).waitFor()
    await enter(one, emailOf('dua'))
    await one.waitForURL('**/dashboard')
    await two.waitForURL('**/referral')
  })
})

describe('a link that was spent', () => {
  test('rule reset-link: says so, and offers a new one in its place', async () => {
    browser.expectProblem(/reset-password\/confirm/)
    const page = await (await browser.openWindow()).newPage()
    await page.goto(`/reset-password?token=${'x'.repeat(43)}`)
    await page.getByLabel('Kata sandi baru', { exact: true }).fill('sandi-baru-99')
    await page.getByLabel('Ulangi kata sandi baru').fill('sandi-baru-99')
    await page.getByRole('button', { name: 'Simpan kata sandi' }).click()
    await page.getByText(/Tautan atur ulang kata sandi tidak berlaku/).waitFor()
    await page.getByLabel('Email').fill(emailOf('dua'))
    await page.getByRole('button', { name: 'Kirim tautan' }).click()
    await waitFor(() => page.getByText(/tautan untuk mengatur ulang kata sandi sudah dikirim/).waitFor())
  })
})
