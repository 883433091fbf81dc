// Journeys 2 and 3: link an account by QR and by code, blast, see the money come, read the message, stop.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import {
  cardOf,
  cellOf,
  figureOf,
  giveConsent,
  openChat,
  openLinking,
  openPhone,
  rowOf,
  seeQr,
  signIn,
  startBlast,
  stopBlast,
} from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser({ ahead: true })
const sandbox = controlsOf(browser.sandboxOrigin)
const PRICE = 100

describe('by QR', () => {
  const phone = '6281230000001'
  let context: BrowserContext
  let page: Page
  let home: Page
  const loads = { list: 0, home: 0 }
  browser.prepare(async () => {
    context = await browser.openWindow()
    page = await signIn(context, emailOf('rina'))
    await sandbox.addPhone(phone, 'Rina')
  })

  test('the first link waits for informed consent', async () => {
    await openLinking(page)
    await page.getByText('WhatsApp dapat membatasi atau memblokir nomor Anda').waitFor()
    await page.getByRole('button', { name: 'Buat QR' }).click()
    await page.getByText('Setujui dahulu penjelasan tentang akun yang Anda pinjamkan.').waitFor()
    expect(await page.getByRole('img', { name: /QR/ }).count()).toBe(0)
    await giveConsent(page)
    await page.getByRole('button', { name: 'Buat QR' }).click()
  })

  test('the QR in the pixels of the page links the phone that scans it', async () => {
    const qr = await seeQr(page)
    await page
      .getByRole('timer')
      .getByText(/^QR berlaku \d+ detik lagi$/)
      .waitFor()
    await sandbox.scan(phone, qr)
    await page.waitForURL(/\/whatsapp$/)
    await page.getByText('Akun WhatsApp berhasil ditautkan.').waitFor()
    await rowOf(page, phone).getByText('Tersambung', { exact: true }).waitFor()
  })

  test('counters and income move on the list and at home without a reload, and glow', async () => {
    home = await context.newPage()
    await home.goto('/dashboard')
    await waitFor(async () => expect(await cardOf(home, 'TOTAL WHATSAPP YANG AKTIF')).toBe(1))
    expect(await cardOf(home, 'TOTAL BLAST YANG SUKSES')).toBe(0)
    page.on('load', () => loads.list++)
    home.on('load', () => loads.home++)
    await page.bringToFront()
    await startBlast(page, phone)
    await rowOf(page, phone).getByText('Mengirim', { exact: true }).waitFor()
    const success = cellOf(page, phone, 'success')
    await page.waitForFunction(() =>
      document.getAnimations().some((one) => one instanceof CSSAnimation && one.animationName === 'glow'),
    )
    await waitFor(async () => expect(await figureOf(success)).toBeGreaterThanOrEqual(2))
    const before = await figureOf(success)
    await waitFor(async () => expect(await figureOf(success)).toBeGreaterThan(before))
    await waitFor(async () => expect(await figureOf(cellOf(page, phone, 'income'))).toBeGreaterThanOrEqual(3 * PRICE))
    await waitFor(async () => expect(await cardOf(home, 'TOTAL BLAST YANG SUKSES')).toBeGreaterThanOrEqual(3))
    await waitFor(async () => expect(await cardOf(home, 'TOTAL PENDAPATAN HARI INI')).toBeGreaterThanOrEqual(3 * PRICE))
    await waitFor(async () => expect(await cardOf(home, 'TOTAL SISA SALDO AKUN')).toBeGreaterThanOrEqual(3 * PRICE))
  })

  test('the message is a bubble on the phone that got it', async () => {
    const [first] = await sandbox.sentBy(phone)
    const to = first?.to ?? ''
    const phonePage = await openPhone(context, browser.sandboxOrigin, to)
    const chat = await openChat(phonePage, 'Rina')
    await chat.getByRole('listitem').first().waitFor()
    expect(await chat.innerText()).toMatch(/(Halo|Hai|Terima kasih)/)
    expect(await chat.innerText()).toMatch(/Balas BERHENTI/)
    await phonePage.close()
  })

  test('Tunggu Aja goes on, Stop Blast! stops', async () => {
    await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).click()
    await page.getByRole('alertdialog', { name: 'Sedang mengirim' }).waitFor()
    await page.getByRole('button', { name: 'Tunggu Aja' }).click()
    await rowOf(page, phone).getByText('Mengirim', { exact: true }).waitFor()
    await stopBlast(page, phone)
    const sent = (await sandbox.sentBy(phone)).filter(({ acked }) => acked).length
    await waitFor(async () => expect(await figureOf(cellOf(page, phone, 'success'))).toBe(sent))
    expect(await figureOf(cellOf(page, phone, 'income'))).toBe(sent * PRICE)
    await waitFor(async () => expect(await cardOf(home, 'TOTAL SISA SALDO AKUN')).toBe(sent * PRICE))
    await waitFor(async () => expect(await cardOf(home, 'TOTAL BLAST YANG SUKSES')).toBe(sent))
    expect(loads).toEqual({ list: 0, home: 0 })
  })

  test('Reset empties the row, not the balance', async () => {
    await rowOf(page, phone)
      .getByRole('button', { name: /^Tindakan lain untuk/ })
      .click()
    await page.getByRole('menuitem', { name: 'Reset' }).click()
    // of several that look alike, the one that it is about
    await page
      .getByRole('alertdialog', { name: 'Apakah Anda yakin ?' })
      .getByText(new RegExp(` · ${phone}$`))
      .waitFor()
    await page.getByRole('button', { name: 'Ya, reset' }).click()
    await waitFor(async () => expect(await figureOf(cellOf(page, phone, 'success'))).toBe(0))
    expect(await figureOf(cellOf(page, phone, 'income'))).toBe(0)
    expect(await cardOf(home, 'TOTAL SISA SALDO AKUN')).toBeGreaterThan(0)
    await home.close()
  })
})

describe('by code', () => {
  const phone = '6281230000002'
  let context: BrowserContext
  let page: Page
  let phonePage: Page
  let code = ''
  browser.prepare(async () => {
    context = await browser.openWindow()
    page = await signIn(context, emailOf('kodi'))
    await sandbox.addPhone(phone, 'Kodi')
  })
  const typeCode = async (text: string): Promise<void> => {
    await phonePage.getByLabel('Kode penautan').fill(text)
    await phonePage.getByRole('button', { name: 'Tautkan dengan kode' }).click()
  }

  test('a number is asked for, and the code shows as four, a dash and four', async () => {
    await openLinking(page)
    await giveConsent(page)
    await page.getByRole('button', { name: 'Login dengan nomor telepon' }).click()
    const number = page.getByLabel('Nomor WhatsApp')
    expect(await number.inputValue()).toBe('62')
    await page.getByRole('button', { name: 'Buat Kode' }).click()
    await page.getByText('Isi nomor WhatsApp yang akan ditautkan.').waitFor()
    await number.fill(`+${phone}abc`)
    expect(await number.inputValue()).toBe(phone)
    await page.getByRole('button', { name: 'Buat Kode' }).click()
    code = await page.getByLabel('Kode penautan').innerText()
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    await page
      .getByRole('timer')
      .getByText(/^Kode berlaku \d+ detik lagi$/)
      .waitFor()
  })

  test('a wrong code is told on the phone', async () => {
    browser.expectProblem(/enter-code/)
    phonePage = await openPhone(context, browser.sandboxOrigin, phone)
    await phonePage.getByRole('tab', { name: 'Tautkan perangkat' }).click()
    await typeCode(code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`)
    await phonePage.getByRole('alert').getByText('Kode salah.').waitFor()
  })

  test('the right one links, and the page goes back to the list', async () => {
    await typeCode(code)
    await phonePage.getByRole('status').getByText('Perangkat tertaut').waitFor()
    await page.waitForURL(/\/whatsapp$/)
    await rowOf(page, phone).getByText('Tersambung', { exact: true }).waitFor()
  })

  test('it blasts, and what arrived can be read on the phone page while it comes', async () => {
    await startBlast(page, phone)
    await waitFor(async () => expect(await figureOf(cellOf(page, phone, 'success'))).toBeGreaterThanOrEqual(2))
    const sent = await sandbox.sentBy(phone)
    await phonePage.getByRole('tab', { name: 'Obrolan' }).click()
    await phonePage.getByRole('button', { name: `Obrolan dengan ${sent[0]?.to ?? '?'}` }).waitFor()
    await stopBlast(page, phone)
    await phonePage.close()
  })
})
