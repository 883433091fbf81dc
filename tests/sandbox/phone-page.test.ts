// The phone page in a browser, as a person uses it, with a real Baileys client at the other end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultNames, queryNames } from '../../sandbox/phone-page/src/texts.ts'
import { FAULT_KINDS } from '../../sandbox/protocol/faults/kinds.ts'
import { QUERY_KINDS } from '../../sandbox/protocol/faults/query-kinds.ts'
import { type Bench, type Linked, openBench } from './support/bench.ts'
import { connect, memoryAuth } from './support/client.ts'
import { CHROMIUM_ARGS, sureChromium } from '../../scripts/chromium.ts'
import { buildChanged } from '../../scripts/stack/build.ts'
import { violationsOf } from '../support/axe.ts'

const ACCOUNT = '6281250000001'
const FRIEND = '6285550000001'
let bench: Bench
let linked: Linked
let browser: Browser
let page: Page
const troubles: string[] = []

beforeAll(async () => {
  await buildChanged()
  bench = await openBench()
  linked = await bench.link(ACCOUNT)
  await bench.ask('/phones', { phone: ACCOUNT, name: 'Akun Budi' })
  browser = await chromium.launch({ executablePath: sureChromium(), args: CHROMIUM_ARGS })
  page = await browser.newPage({ viewport: { width: 1100, height: 760 } })
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => troubles.push(error.message))
  await page.goto(`${bench.sandbox.url}/sandbox/phone`)
})
afterAll(async () => {
  await browser?.close()
  await bench?.close()
})

const pick = (phone: string) => page.getByRole('combobox', { name: 'Pilih ponsel' }).selectOption(phone)
const tab = (name: string) => page.getByRole('tab', { name }).click()
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

describe('the phone page', () => {
  it('says that nothing reaches WhatsApp, and takes a new phone that stays', async () => {
    await page.getByText('Sandbox: tidak ada yang sampai ke WhatsApp sungguhan').waitFor()
    await press('Tambah ponsel')
    await page.getByLabel('Nomor telepon').fill('12')
    await press('Simpan ponsel')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Nomor telepon').fill('0855 5000 0001')
    await page.getByLabel('Nama (opsional)').fill('Siti')
    await press('Simpan ponsel')
    await page.getByText('Belum ada pesan di ponsel ini.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'Pilih ponsel' }).inputValue()).toBe(FRIEND)
  })

  it('shows messages live, reads them, and answers with BERHENTI', async () => {
    const id = await linked.client.send(FRIEND, 'Halo *Siti*')
    await press('Obrolan dengan Akun Budi')
    await page.getByRole('log').getByText('Halo Siti').waitFor()
    await linked.client.receipt(id, 'read')
    await linked.client.send(FRIEND, 'pesan langsung')
    await page.getByRole('log').getByText('pesan langsung').waitFor()
    await page.getByRole('textbox', { name: 'Tulis balasan' }).fill('Terima kasih')
    await press('Kirim')
    await linked.client.inbound(({ message }) => message?.conversation === 'Terima kasih')
    await press('Balas BERHENTI')
    await linked.client.inbound(({ message }) => message?.conversation === 'BERHENTI')
  })

  it('deletes a sent message for everyone from the account’s phone', async () => {
    await pick(ACCOUNT)
    await press('Obrolan dengan Siti')
    await page.getByRole('img', { name: 'Dibaca' }).first().waitFor()
    await page.getByRole('button', { name: 'Hapus untuk semua orang' }).first().click()
    await page.getByText('Pesan ini telah dihapus').waitFor()
    const [first] = await bench.messages(FRIEND)
    await linked.client.update(first?.id ?? '')
  })

  it('links by the code now waiting, by pasted text and by code, and unlinks', async () => {
    await pick(FRIEND)
    await tab('Tautkan perangkat')
    const newcomer = connect(bench.sandbox, memoryAuth())
    const qr = await newcomer.qr()
    await page.getByText('1 kode sedang menunggu.').waitFor()
    await press('Pindai kode yang sedang menunggu')
    await page.getByRole('alert').getByText('Tidak ada kode QR yang sedang menunggu.').waitFor()
    await bench.ask('/qr-hint', { qr })
    await press('Pindai kode yang sedang menunggu')
    await page.getByRole('status').getByText(`Perangkat tertaut: ${FRIEND}:1@s.whatsapp.net`).waitFor()
    const second = connect(bench.sandbox, memoryAuth())
    await page.getByLabel('Teks kode QR').fill(await second.qr())
    await press('Pindai teks')
    await page.getByRole('status').getByText(`${FRIEND}:2@s.whatsapp.net`).waitFor()
    const third = connect(bench.sandbox, memoryAuth())
    await third.qr()
    const code = await third.socket.requestPairingCode(FRIEND)
    await page.getByLabel('Kode penautan').fill('SALA-HSEK')
    await press('Tautkan dengan kode')
    await page.getByRole('alert').getByText('Kode salah.').waitFor()
    await page.getByLabel('Kode penautan').fill(`${code.slice(0, 4)}-${code.slice(4)}`)
    await press('Tautkan dengan kode')
    await page.getByRole('status').getByText(`${FRIEND}:3@s.whatsapp.net`).waitFor()
    await press('Keluarkan perangkat 1')
    await page.getByRole('button', { name: 'Keluarkan perangkat 1' }).waitFor({ state: 'detached' })
  })

  it('reads a QR from a picture and from the camera', async () => {
    const phone = '6285550000002'
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-qr-'))
    const paint = async (qr: string, type: 'png' | 'jpeg') => {
      const painter = await browser.newPage({ viewport: { width: 640, height: 480 } })
      await painter.setContent(renderToStaticMarkup(createElement(QRCodeSVG, { value: qr, size: 440, marginSize: 4 })))
      const path = join(folder, type === 'png' ? 'qr.png' : 'qr.mjpeg')
      await painter.screenshot({ path, type })
      await painter.close()
      return path
    }
    await bench.ask('/phones', { phone })
    const first = await connect(bench.sandbox, memoryAuth()).qr()
    await page.goto(`${bench.sandbox.url}/sandbox/phone?phone=${phone}`)
    await tab('Tautkan perangkat')
    await page.getByLabel('Unggah gambar kode QR').setInputFiles(await paint(first, 'png'))
    await page.getByRole('status').getByText(`${phone}:1@s.whatsapp.net`).waitFor()

    const film = await paint(await connect(bench.sandbox, memoryAuth()).qr(), 'jpeg')
    const filming = await chromium.launch({
      executablePath: sureChromium(),
      args: [
        ...CHROMIUM_ARGS,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    })
    const camera = await filming.newPage()
    await camera.goto(`${bench.sandbox.url}/sandbox/phone?phone=${phone}`)
    await camera.getByRole('tab', { name: 'Tautkan perangkat' }).click()
    await camera.getByRole('button', { name: 'Pindai dengan kamera' }).click()
    await camera.getByRole('status').getByText(`${phone}:2@s.whatsapp.net`).waitFor()
    await filming.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('switches faults on and off', async () => {
    await pick(ACCOUNT)
    await tab('Gangguan')
    await page.getByLabel('Jenis gangguan').selectOption('slow')
    await press('Nyalakan gangguan')
    await page.getByText('sampai dibersihkan').waitFor()
    await press('Bersihkan gangguan')
    await page.getByText('Tidak ada gangguan yang menunggu.').waitFor()
    await page.getByLabel('Jenis gangguan').selectOption('query-error')
    await page.getByLabel('Kueri yang terkena').selectOption('pairing-code')
    await page.getByLabel('WhatsApp menjawab dengan').selectOption('404')
    await press('Nyalakan gangguan')
    await page.getByText(`Permintaan kode penautan · ${ACCOUNT} · 1 kali lagi`).waitFor()
    expect((await bench.get('faults')).body.data).toEqual([
      { kind: 'query-error', query: 'pairing-code', code: 404, phone: ACCOUNT, left: 1 },
    ])
    await press('Bersihkan gangguan')
    await page.getByLabel('Jenis gangguan').selectOption('hold-acks')
    await page.getByLabel('Urutan saat dilepas').selectOption('receipts-first')
    await press('Nyalakan gangguan')
    await expect.poll(async () => (await bench.get('faults')).body.data).toMatchObject([{ order: 'receipts-first' }])
    await press('Bersihkan gangguan')
    await page.getByText('Tidak ada gangguan yang menunggu.').waitFor()
    await page.getByLabel('Jenis gangguan').selectOption('conflict')
    await press('Nyalakan gangguan')
    expect((await linked.client.closed).code).toBe(440)
  })

  it('offers every fault and every query there is', () => {
    expect(new Set([...Object.keys(faultNames), 'clear'])).toEqual(new Set(FAULT_KINDS))
    expect(Object.keys(queryNames)).toEqual([...QUERY_KINDS])
  })

  it('shows the mailbox', async () => {
    await tab('Kotak surat')
    await bench.ask('/mail', { to: 'a@demo.test', subject: 'Atur ulang', text: 'Buka https://contoh.test/x' })
    await page.getByRole('heading', { name: 'Atur ulang' }).waitFor()
    expect(await page.getByRole('link', { name: 'https://contoh.test/x' }).getAttribute('rel')).toContain('noreferrer')
  })

  it('shows nobody else under a number that its address names and the sandbox does not know', async () => {
    const number = '6281299990000'
    const stranger = await browser.newPage()
    await stranger.goto(`${bench.sandbox.url}/sandbox/phone?phone=%2B${number}`)
    await stranger.getByText(`Ponsel ${number} belum ada di sandbox ini.`).waitFor()
    expect(await stranger.getByRole('tab').count()).toBe(0)
    expect(await stranger.getByRole('combobox', { name: 'Pilih ponsel' }).inputValue()).toBe(number)
    await stranger.getByRole('button', { name: `Tambahkan ${number}` }).click()
    await stranger.getByText('Belum ada pesan di ponsel ini.').waitFor()
    await stranger.close()
  })

  it.each(['light', 'dark'] as const)('fits 360 px and is accessible, %s', async (colorScheme) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 700 }, colorScheme })
    const small = await context.newPage()
    await small.goto(`${bench.sandbox.url}/sandbox/phone?phone=${FRIEND}`)
    for (const name of ['Tautkan perangkat', 'Gangguan', 'Kotak surat', 'Obrolan']) {
      await small.getByRole('tab', { name }).click()
      expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect(await violationsOf(small), name).toEqual([])
    }
    await small.getByRole('button', { name: 'Obrolan dengan Akun Budi' }).click()
    expect(await violationsOf(small)).toEqual([])
    await context.close()
  })

  it('draws the bot check that stands in for Turnstile, by hand and by class, and resets it', async () => {
    const form = await browser.newPage()
    await form.goto(`${bench.sandbox.url}/sandbox/health`)
    const script = `${bench.sandbox.url}/sandbox/turnstile/api.js`
    await form.setContent(`<div class="cf-turnstile" data-action="register"></div><script src="${script}"></script>`)
    await form.getByText('Verifikasi keamanan (sandbox): berhasil').waitFor()
    const field = form.locator('input[name="cf-turnstile-response"]')
    const first = await field.inputValue()
    const verify = (response: string) => bench.post('turnstile/siteverify', { secret: 's', response })
    expect((await verify(first)).body).toMatchObject({ success: true, action: 'register' })
    await form.evaluate('window.turnstile.reset()')
    await expect.poll(() => field.inputValue()).toMatch(/^sandbox\./)
    expect(await field.inputValue()).not.toBe(first)
    const token = await form.evaluate(
      `new Promise((resolve) => {
        const host = document.body.appendChild(document.createElement('div'))
        window.turnstile.render(host, { sitekey: 'sandbox', action: 'login', callback: resolve })
      })`,
    )
    expect((await verify(String(token))).body).toMatchObject({ success: true, action: 'login' })
    await form.close()
  })

  it('throws nothing on the way', () => {
    expect(troubles).toEqual([])
  })
})
