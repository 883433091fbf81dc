// Two steps at the door, as a person takes them: passkeys with Chromium's virtual authenticator, the code app with codes of our own.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf, stepsAt } from '../../domain/people/factors/totp.ts'
import { useBrowser } from '../support/browser.ts'
import { pickMenu, signInByForm, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
/** No passkey is for an address of numbers. */
const local = (): string => browser.origin.replace('127.0.0.1', 'localhost')
const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
const enter = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}
const home = (page: Page): Promise<void> => page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
const leaveSession = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.clear()
    for (const name of ['authToken', 'user']) document.cookie = `${name}=; path=/; max-age=0`
  })

test('rule passkeys: a member adds one, takes the second step with it, and signs in by it alone', async () => {
  const page = await (await browser.openWindow({ width: 360, height: 780 })).newPage()
  await addAuthenticator(page)
  await page.goto(`${local()}/signin`)
  await enter(page, emailOf('langkah'))
  await home(page)
  await page.goto(`${local()}/profile#keamanan`)
  await page.locator('#keamanan').getByRole('button', { name: 'Tambah kunci sandi' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('Nama perangkat').fill('Ponsel uji')
  await window.getByRole('button', { name: 'Tambah kunci sandi' }).click()
  await window.getByText('Kode ini hanya ditampilkan sekali.', { exact: false }).waitFor()
  expect(await window.getByRole('listitem').count()).toBe(10)
  // shown this once: neither Escape nor Back nor a press beside it takes them away
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.goBack()
  expect(await window.getByRole('button', { name: 'Tutup', exact: true }).count()).toBe(0)
  expect(await window.getByRole('listitem').count()).toBe(10)
  await window.getByRole('button', { name: 'Sudah saya simpan' }).click()
  await page.getByText('Ponsel uji', { exact: true }).waitFor()
  await page.getByText('Tersisa 10 kode.').waitFor()

  await leaveSession(page)
  await page.goto(`${local()}/signin`)
  await enter(page, emailOf('langkah'))
  await page.getByRole('heading', { name: 'Langkah kedua' }).waitFor()
  await page.getByRole('button', { name: 'Pakai kunci sandi' }).click()
  await home(page)

  await leaveSession(page)
  await page.goto(`${local()}/signin`)
  await page.getByRole('button', { name: 'Masuk dengan kunci sandi' }).click()
  await home(page)
})

test('rule second-factor: an app’s code signs in, and is asked for again before what moves money', async () => {
  browser.expectProblem(/403/)
  const page = await signInByForm(await browser.openWindow(), 'dev@demo.test')
  await page.goto('/profile#keamanan')
  await page.locator('#keamanan').getByRole('button', { name: 'Pasang aplikasi kode' }).click()
  // a phone cannot scan itself: there the key goes to the app by a press
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await page.getByRole('link', { name: 'Buka di aplikasi kode' }).getAttribute('href')).toMatch(
    /^otpauth:\/\/totp\//,
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  const window = page.getByRole('dialog')
  const secret = ((await window.locator('code').textContent()) ?? '').replace(/\s/g, '')
  const code = (off: number): Promise<string> => codeOf(secret, (stepsAt(Date.now())[0] ?? 0) + off)
  await window.getByLabel('Kode 6 angka').fill('12345')
  await window.getByRole('button', { name: 'Aktifkan' }).click()
  await window.getByText('Tulis 6 angka dari aplikasi kode Anda.').waitFor()
  expect(await window.getByLabel('Kode 6 angka').evaluate((it) => it === document.activeElement)).toBe(true)
  // of the three steps that count, the middle one: the step may turn before the server looks
  await window.getByLabel('Kode 6 angka').fill(await code(0))
  await window.getByRole('button', { name: 'Aktifkan' }).click()
  const kept = window.getByRole('button', { name: 'Sudah saya simpan' })
  await kept.waitFor()
  const codes = await window.getByRole('listitem').allTextContents()
  await kept.click()
  await told(page, 'Aplikasi kode sudah dipasang.')

  const other = await (await browser.openWindow()).newPage()
  await other.goto('/signin')
  await enter(other, 'dev@demo.test')
  // above the step that was used
  await other.getByLabel('Kode 6 angka').fill(await code(1))
  await other.getByRole('button', { name: 'Lanjut' }).click()
  await home(other)

  // the server’s answer six minutes later, which a test does not wait for (tests/workerd/step-up.test.ts has the real one)
  const late = { status: 403, json: { reason: 'proof_needed', msg: 'Buktikan dahulu bahwa ini Anda.' } }
  await other.route('**/api/admin/setting/update', (route) => route.fulfill(late), { times: 1 })
  const tabs = await Promise.all(Array.from({ length: 3 }, () => other.context().newPage()))
  for (const tab of tabs) {
    await tab.goto('/profile')
    await tab.getByRole('button', { name: 'Menu pengguna' }).waitFor()
  }
  const tokenIn = (tab: Page) => tab.evaluate(() => localStorage.getItem('authToken'))
  const before = await tokenIn(other)
  await other.goto('/settings')
  const price = other.getByLabel('Harga per pesan (Rp)')
  const was = await price.inputValue()
  await price.fill('123')
  await other.getByRole('button', { name: 'Simpan', exact: true }).click()
  const proof = other.getByRole('dialog', { name: 'Buktikan bahwa ini Anda' })
  await proof.getByRole('button', { name: 'Pakai kode pemulihan' }).click()
  await proof.getByLabel('Kode pemulihan').fill(codes[0] ?? '')
  await proof.getByRole('button', { name: 'Lanjut' }).click()
  await told(other, 'Pengaturan sudah disimpan.')
  // rule new-token: the tabs beside go on with the new one, though nobody touched them
  const token = await tokenIn(other)
  expect(token).not.toBe(before)
  for (const tab of tabs) {
    const asked = tab.waitForRequest((request) => request.url().includes('/api/admin/'))
    await pickMenu(tab, 'Level')
    expect((await asked).headers()['authorization']).toBe(`Bearer ${token}`)
    await tab.close()
  }
  await price.fill(was)
  await other.getByRole('button', { name: 'Simpan', exact: true }).click()
  await other.goto('/profile#keamanan')
  await other.getByRole('button', { name: 'Ganti aplikasi kode' }).click()
  const change = other.getByRole('dialog', { name: 'Ganti aplikasi kode' })
  const next = ((await change.locator('code').textContent()) ?? '').replace(/\s/g, '')
  expect(next).not.toBe(secret)
  await change.getByLabel('Kode 6 angka').fill(await codeOf(next, stepsAt(Date.now())[0] ?? 0))
  await change.getByRole('button', { name: 'Aktifkan' }).click()
  await told(other, 'Aplikasi kode sudah diganti. Hapus yang lama dari ponsel Anda.')
  await other.getByRole('button', { name: 'Lepas aplikasi kode' }).click()
  await other.getByRole('button', { name: 'Lanjutkan' }).click()
  await told(other, 'Aplikasi kode sudah dilepas.')
})
