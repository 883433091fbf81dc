// The first link as most members make it: on a small phone, by the pairing code, with mistakes on the way.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { giveConsent, linkByQr, rowOf, seeQr, signIn, startBlast } from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser({ ahead: true })
const sandbox = controlsOf(browser.sandboxOrigin)
const PHONE = { width: 360, height: 640 }
const TABLET = { width: 768, height: 1024 }
const NUMBER = '6281230000031'
const TAKEN = '6281230000032'
const DELETER = '6281230000033'

let context: BrowserContext
let page: Page
browser.prepare(async () => {
  const others = await browser.openWindow()
  await linkByQr(await signIn(others, emailOf('tetangga')), sandbox, TAKEN, 'Tetangga')
  await sandbox.addPhone(NUMBER, 'Awal')
  context = await browser.openWindow(PHONE)
  page = await signIn(context, emailOf('awal'))
})

/** Whole between the header, which stays on top, and the lower edge of the window. */
const seesWhole = (place: Locator): Promise<void> =>
  waitFor(async () => {
    const header = await page.getByRole('banner').boundingBox()
    const box = await place.boundingBox()
    const seen = { top: box?.y ?? -1, bottom: (box?.y ?? 0) + (box?.height ?? 9_999) }
    expect(seen.top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    expect(seen.bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  })
const number = (): Locator => page.getByLabel('Nomor WhatsApp')
const makeCode = (): Locator => page.getByRole('button', { name: 'Buat Kode' })

describe('rule linking: a phone cannot scan itself', () => {
  test('so below 768 pixels the code comes first, and a scan from there on', async () => {
    await page.goto('/whatsapp/create')
    await number().waitFor()
    await makeCode().waitFor()
    expect(await page.getByRole('button', { name: 'Buat QR' }).count()).toBe(0)
    await page.setViewportSize(TABLET)
    await page.reload()
    await page.getByRole('button', { name: 'Buat QR' }).waitFor()
    expect(await number().count()).toBe(0)
    await page.setViewportSize(PHONE)
  })
})

describe('what goes wrong is seen where one looks', () => {
  test('a number that is none and a consent that was not given, each beside its field', async () => {
    await page.goto('/whatsapp/create')
    await number().fill('6212')
    await makeCode().click()
    await seesWhole(page.getByText('Nomor tidak valid. Contoh: 081234567890.'))
    await number().fill(NUMBER)
    await makeCode().click()
    await seesWhole(page.getByText('Setujui dahulu penjelasan tentang akun yang Anda pinjamkan.'))
  })

  test('the QR stands whole under the header', async () => {
    await giveConsent(page)
    await page.getByRole('button', { name: 'Login dengan QR' }).click()
    await page.getByRole('button', { name: 'Buat QR' }).click()
    const qr = page.getByRole('img', { name: 'QR untuk ditautkan dengan ponsel Anda' })
    await qr.waitFor()
    await seesWhole(qr)
    await seesWhole(page.getByRole('timer'))
    // with what is to be done on the phone that scans it
    await page.setViewportSize({ width: 360, height: 740 })
    await seesWhole(qr)
    await seesWhole(page.getByText('Arahkan kamera ke QR di halaman ini.').and(page.locator(':visible')))
    await page.setViewportSize({ width: 640, height: 360 })
    await seesWhole(qr)
    await page.setViewportSize(PHONE)
  })

  test('a failure stands in the QR’s place, and the next step below it', async () => {
    await sandbox.scan(TAKEN, await seeQr(page))
    const failure = page.getByRole('alert').filter({ hasText: 'Nomor ini sudah ditautkan oleh pengguna lain.' })
    await seesWhole(failure)
    await seesWhole(page.getByRole('button', { name: 'Buat QR' }))
  })

  test('a number that WhatsApp does not know leads back to its field', async () => {
    await sandbox.contacts('6281230000039', '6281230000039', false)
    await page.getByRole('button', { name: 'Login dengan nomor telepon' }).click()
    await number().fill('6281230000039')
    await makeCode().click()
    await seesWhole(page.getByRole('alert').filter({ hasText: 'Nomor ini tidak terdaftar di WhatsApp.' }))
    await page.getByRole('button', { name: 'Ubah nomor' }).click()
    await waitFor(async () => expect(await number().evaluate((field) => field === document.activeElement)).toBe(true))
    await seesWhole(number())
  })
})

describe('a number as people write it', () => {
  test.each(['0812 3000-0031', '62081230000031', '81230000031'])('%s is read as 62…', async (typed) => {
    await number().fill('')
    await number().pressSequentially(typed)
    await page.getByText(`Ditautkan sebagai ${NUMBER}`).waitFor()
  })

  test('links, and the page says whose account is ready for what', async () => {
    const code = page.getByLabel('Kode penautan')
    // mistyped, and seen above the code
    await number().fill('081230000038')
    await makeCode().click()
    await page.getByText('Untuk nomor 6281230000038').waitFor()
    await page.getByRole('button', { name: 'Ubah nomor' }).click()
    await waitFor(async () => expect(await number().evaluate((field) => field === document.activeElement)).toBe(true))
    await number().fill('081230000031')
    await makeCode().click()
    await code.waitFor()
    await seesWhole(code)
    await seesWhole(page.getByRole('timer'))
    await seesWhole(page.getByText('Pilih Tautkan dengan nomor telepon dan ketik kode di halaman ini.').first())
    await seesWhole(page.getByRole('link', { name: 'Buka WhatsApp' }))
    await page.getByText(`Untuk nomor ${NUMBER}`).waitFor()
    // a press on the code, which has the focus, copies it
    const copied = page.getByRole('button', { name: 'Salin kode' })
    await waitFor(async () => expect(await copied.evaluate((it) => it === document.activeElement)).toBe(true))
    // WhatsApp is in front while the code is typed, and the phone throws the tab away
    const shown = await code.innerText()
    await page.reload()
    await page.getByText(`Untuk nomor ${NUMBER}`).waitFor()
    expect(await code.innerText()).toBe(shown)
    await sandbox.enterCode(NUMBER, shown.replace('-', ''))
    await page.waitForURL(/\/whatsapp$/)
    await page
      .getByRole('region', { name: /^Pemberitahuan/ })
      .getByText('Akun WhatsApp berhasil ditautkan. Awal siap: tekan Start Blast untuk mulai.')
      .waitFor()
  })

  test('whoever signs out leaves no code and no number in the tab', async () => {
    await page.goto('/whatsapp/create')
    await number().fill('081230000038')
    await makeCode().click()
    await page.getByLabel('Kode penautan').waitFor()
    const kept = (): Promise<string> => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    await waitFor(async () => expect(await kept()).toContain('6281230000038'))
    await page.getByRole('button', { name: /^Menu pengguna/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/signin/)
    expect(await kept()).not.toContain('6281230000038')
  })
})

describe('a suspended account that is linked again', () => {
  test('is not called ready', async () => {
    const wide = await browser.openWindow()
    const tab = await signIn(wide, emailOf('ulang'))
    await linkByQr(tab, sandbox, DELETER, 'Ulang')
    await startBlast(tab, DELETER)
    await waitFor(async () => expect((await sandbox.sentBy(DELETER)).some(({ acked }) => acked)).toBe(true))
    const [sent] = await sandbox.sentBy(DELETER)
    await sandbox.deleteMessage(DELETER, sent?.id ?? '')
    await rowOf(tab, DELETER).getByText('Ditangguhkan', { exact: true }).waitFor()
    // what was said of the first link goes with the page
    await tab.reload()
    await sandbox.fault(DELETER, 'logged-out')
    await rowOf(tab, DELETER)
      .getByRole('button', { name: /^Tindakan lain untuk/ })
      .click()
    await tab.getByRole('menuitem', { name: 'Sambungkan ulang' }).click()
    await tab.getByRole('button', { name: 'Ya, sambungkan ulang' }).click()
    await tab.getByText(/^Akun ini ditangguhkan\. Menautkan ulang hanya menolong/).waitFor()
    await tab.getByRole('button', { name: 'Sambungkan' }).click()
    await sandbox.scan(DELETER, await seeQr(tab))
    await tab.waitForURL(/\/whatsapp$/)
    await tab
      .getByRole('region', { name: /^Pemberitahuan/ })
      .getByText(/Akun tersambung kembali, tetapi masih ditangguhkan/)
      .waitFor()
    expect(await tab.getByText(/^Akun WhatsApp berhasil ditautkan/).count()).toBe(0)
    await rowOf(tab, DELETER).getByText('Ditangguhkan', { exact: true }).waitFor()
  })
})
