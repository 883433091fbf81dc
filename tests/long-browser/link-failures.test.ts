// Every way a link can fail that can be told apart has its own words.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { giveConsent, linkByQr, openLinking, openPhone, rowOf, seeQr, signIn } from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const TAKEN = '6281230000005'
const FULL = '6281230000006'
const EXPIRED = 'QR sudah kedaluwarsa. Buat QR baru lalu pindai sebelum waktunya habis.'

let context: BrowserContext
let page: Page
browser.prepare(async () => {
  const others = await browser.openWindow()
  await linkByQr(await signIn(others, emailOf('lain')), sandbox, TAKEN, 'Lain')
  context = await browser.openWindow()
  page = await signIn(context, emailOf('gagal'))
  await sandbox.addPhone(FULL, 'Penuh')
})
const askForQr = async (): Promise<string> => {
  await page.goto('/whatsapp')
  await openLinking(page)
  await giveConsent(page)
  await page.getByRole('button', { name: 'Buat QR' }).click()
  return seeQr(page)
}

describe('linking tells why it failed', () => {
  test('a number that another member has linked', async () => {
    const qr = await askForQr()
    await sandbox.scan(TAKEN, qr)
    await page
      .getByRole('alert')
      .getByText('Nomor ini sudah ditautkan oleh pengguna lain. Minta pengguna itu menghapusnya dahulu.')
      .waitFor()
    await page.getByRole('button', { name: 'Buat QR' }).waitFor()
    await page.goto('/whatsapp')
    await page.getByText('Kosong').waitFor()
  })

  test('a phone that has linked as many devices as WhatsApp allows', async () => {
    browser.expectProblem(/scan/)
    const qr = await askForQr()
    await sandbox.fault(FULL, 'device-limit')
    const phonePage = await openPhone(context, browser.sandboxOrigin, FULL)
    await phonePage.getByRole('tab', { name: 'Tautkan perangkat' }).click()
    await phonePage.getByLabel('Teks kode QR').fill(qr)
    await phonePage.getByRole('button', { name: 'Pindai teks' }).click()
    await phonePage.getByRole('alert').getByText('Batas perangkat tertaut tercapai.').waitFor()
    await page
      .getByRole('alert')
      .getByText('Ponsel ini sudah menautkan perangkat sebanyak batas WhatsApp. Hapus satu perangkat tertaut')
      .waitFor()
    await phonePage.close()
  })

  test('a number for which WhatsApp asks a passkey', async () => {
    browser.expectProblem(/scan/)
    const qr = await askForQr()
    await sandbox.fault(FULL, 'passkey')
    await expect(sandbox.scan(FULL, qr)).rejects.toThrow('409 Lanjutkan di perangkat lain')
    await page.getByRole('alert').getByText('WhatsApp meminta kunci sandi (passkey)').waitFor()
    await page.getByRole('button', { name: 'Buat QR' }).waitFor()
  })

  test('a code whose time is over: the phone says so, the page too, and a new one can be made', async () => {
    browser.expectProblem(/scan/)
    await page.clock.install()
    const qr = await askForQr()
    await sandbox.fault(FULL, 'code-expired')
    await expect(sandbox.scan(FULL, qr)).rejects.toThrow('410 Kode QR sudah kedaluwarsa.')
    await page.clock.fastForward(62_000)
    await page.getByRole('alert').getByText(EXPIRED).waitFor()
    await page.clock.resume()
    await page.getByRole('button', { name: 'Buat QR' }).click()
    const next = await seeQr(page)
    expect(next).not.toBe(qr)
    await sandbox.scan(FULL, next)
    await rowOf(page, FULL).getByText('Tersambung', { exact: true }).waitFor()
  })

  test('a number that is in the own list already', async () => {
    await openLinking(page)
    await page.getByRole('button', { name: 'Buat QR' }).click()
    await sandbox.scan(FULL, await seeQr(page))
    await page
      .getByRole('alert')
      .getByText('Nomor ini sudah ada di daftar Anda. Gunakan Sambungkan ulang pada akun itu.')
      .waitFor()
  })
})

describe('an account whose device was removed on the phone', () => {
  test('is Forbidden to start, and links again in its row', async () => {
    await page.goto('/whatsapp')
    await rowOf(page, FULL).getByText('Tersambung', { exact: true }).waitFor()
    browser.expectProblem(/whatsapp\/start-blasting/)
    const deaf = await page.context().newPage()
    await deaf.routeWebSocket(/\/api\/ws/, (mine) => {
      const server = mine.connectToServer()
      mine.onMessage((message) => server.send(message))
      server.onMessage((message) => (/loggedOut/.test(String(message)) ? undefined : mine.send(message)))
    })
    await deaf.goto('/whatsapp')
    await rowOf(deaf, FULL).getByRole('button', { name: 'Start Blast' }).waitFor()
    // a socket that opens late asks for the list anew, which would tell it after all
    await deaf.waitForLoadState('networkidle')
    await sandbox.fault(FULL, 'logged-out')
    await rowOf(page, FULL).getByText('Dikeluarkan dari ponsel', { exact: true }).waitFor()
    await rowOf(page, FULL).getByText('Tautan dihapus di ponsel atau oleh WhatsApp.').waitFor()
    const help = rowOf(page, FULL).getByRole('link', { name: /^Sambungkan ulang / })
    expect(await help.getAttribute('href')).toMatch(/^\/whatsapp\/create\?r=/)
    expect(await rowOf(page, FULL).getByRole('button', { name: 'Start Blast' }).count()).toBe(0)
    // the other tab missed that the account was cut off
    await rowOf(deaf, FULL).getByRole('button', { name: 'Start Blast' }).click()
    await deaf.getByRole('alertdialog', { name: 'Forbidden' }).waitFor()
    await deaf.getByText('Sambungan terputus, silahkan sambungkan ulang!').waitFor()
    await deaf.getByRole('button', { name: 'OK' }).click()
    await deaf.waitForURL(/\/whatsapp\/create\?r=/)
    await deaf.close()
    await help.click()
    await page.waitForURL(/\/whatsapp\/create\?r=/)
    await page.getByRole('button', { name: 'Sambungkan' }).click()
    await sandbox.scan(FULL, await seeQr(page))
    await page.waitForURL(/\/whatsapp$/)
    await waitFor(async () => expect(await rowOf(page, FULL).count()).toBe(1))
    await rowOf(page, FULL).getByText('Tersambung', { exact: true }).waitFor()
  })
})
