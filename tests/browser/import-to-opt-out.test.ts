// From an import to an opt-out: an admin imports 1,000 numbers and makes a template with picture and buttons, a member
// blasts it, a changed setting reaches that blast while it runs, and a recipient opts out by a link.
import { text } from 'node:stream/consumers'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promoPicture } from '../../scripts/demo-data/picture.ts'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import {
  cardOf,
  cellOf,
  figureOf,
  linkByQr,
  openChat,
  openPhone,
  pickMenu,
  rowOf,
  signIn,
  startBlast,
  stopBlast,
} from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PHONE = '6281230000012'
const SOURCE = 'Formulir gelaran toko, November 2026'
const ROWS = 1_000
const BAD = ['bukan nomor', '12', '', '62812-3', '+1 202 555 0100', '6281']
const REPEATED = 500 - BAD.length
const good = Array.from({ length: ROWS - BAD.length - REPEATED }, (_, i) => `62857${String(20_000_000 + i * 7)}`)
const CSV = ['number,name', ...good, ...BAD, ...good.slice(0, REPEATED)]
  .map((cell, row) => (row === 0 ? cell : `${cell},Orang ${row}`))
  .join('\n')

let boss: Person
let context: BrowserContext
let admin: Page
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
})
/** What this file brought goes again: the other journeys blast to the demo's numbers. */
afterAll(async () => {
  type Rows = { data: { id: string; number?: string; text?: string }[] }
  await boss.put('/admin/setting/update', { daily_cap: 1_000_000 })
  const list = await boss.get<Rows>('/admin/message/list-per-page?limit=100')
  const ours = list.data.filter((row) => row.text?.includes('Gelaran'))
  for (const { id } of ours) await boss.delete(`/admin/message/${id}`)
  for (;;) {
    const { data } = await boss.get<Rows>('/admin/phonenumber/list-per-page?limit=100&search=62857')
    if (data.length === 0) return
    await Promise.all(data.map(({ id }) => boss.delete(`/admin/phonenumber/${id}`)))
  }
})
browser.prepare(async () => {
  context = await browser.openWindow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  admin = await signIn(context, 'admin@demo.test')
})
const saved = async (button: string, name: string): Promise<string> => {
  const coming = admin.waitForEvent('download')
  await admin.getByRole('button', { name: button }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(name)
  return text(await download.createReadStream())
}

describe('a thousand numbers from a file', () => {
  let result: Locator
  test('wait for the source of consent, and come in at once', async () => {
    await pickMenu(admin, 'Daftar Phone Number')
    await admin.getByRole('link', { name: 'Tambah', exact: true }).first().click()
    const form = admin.getByLabel('Unggah berkas')
    const upload = form.getByRole('button', { name: 'Upload', exact: true })
    const preview = await admin.evaluateHandle(() => {
      const [asked, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      Blob.prototype.text = async function text() {
        // fewer bytes say whether it is text at all
        if (this.size >= 16_384) {
          asked.resolve()
          await mayGo.promise
        }
        return new Response(this).text()
      }
      return { asked: asked.promise, goOn: mayGo.resolve }
    })
    await form.locator('input[type=file]').setInputFiles({
      name: 'pelanggan.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(CSV),
    })
    await preview.evaluate(({ asked }) => asked)
    // which columns go is not on the screen yet, and the button will move when it is
    expect(await upload.getAttribute('aria-disabled')).toBe('true')
    await preview.evaluate(({ goOn }) => goOn())
    await upload.click()
    await form.getByText('Isi sumber persetujuan penerima.').waitFor()
    await form.getByLabel('Sumber persetujuan').fill(SOURCE)
    await form.getByRole('button', { name: 'Upload', exact: true }).click()
    await admin.getByText(`${good.length} nomor berhasil didaftarkan`).waitFor()
    // the next file may be of others: its source is said again
    await form.getByText('Pilih berkas').waitFor()
    expect(await form.getByLabel('Sumber persetujuan').inputValue()).toBe('')
    result = form.getByRole('table', { name: `${BAD.length + REPEATED} nomor dilewatkan` })
  })

  test('the import stands there, and its result is found again, also after the page was left', async () => {
    await pickMenu(admin, 'Daftar Phone Number')
    await admin.getByRole('link', { name: 'Tambah', exact: true }).first().click()
    const last = admin.getByRole('region', { name: 'Impor terakhir' })
    await last.getByText(`${good.length} masuk · ${BAD.length + REPEATED} dilewati`).waitFor()
    await last.getByRole('button', { name: 'Buka hasil pelanggan.csv' }).click()
    await result.waitFor()
  })

  test('five of the bad rows are shown, all of them are in the files', async () => {
    expect(await result.getByRole('row').count()).toBe(1 + 5)
    await result.getByRole('columnheader', { name: 'Baris data' }).waitFor()
    await result.getByText('Tidak valid').first().waitFor()
    await admin.getByText('Menampilkan 5 dari 500 baris. Unduh berkas untuk melihat selebihnya.').waitFor()
    const csv = await saved('Unduh CSV', 'phone_numbers_skipped.csv')
    expect(csv.trim().split('\n')).toHaveLength(1 + BAD.length + REPEATED)
    const json = await saved('Unduh JSON', 'phone_numbers_skipped.json')
    const reasons = (JSON.parse(json) as { reason: string }[]).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'invalid')).toHaveLength(BAD.length)
    expect(reasons.filter((reason) => reason === 'duplicate')).toHaveLength(REPEATED)
  })
})

describe('a template with a picture and buttons', () => {
  test('shows its bubble while it is written', async () => {
    await pickMenu(admin, 'Template Pesan')
    await admin.getByRole('link', { name: 'Tambah', exact: true }).first().click()
    const form = admin.getByLabel('Tulis template')
    const bubble = admin.getByLabel('Pratinjau WhatsApp')
    await bubble.getByText('Isi pesan akan tampil di sini.').waitFor()
    await form.locator('input[type=file]').setInputFiles({
      name: 'gelaran.png',
      mimeType: 'image/png',
      buffer: promoPicture(),
    })
    await bubble.getByRole('img', { name: 'Media template' }).waitFor()
    await form.getByRole('textbox', { name: 'Caption' }).click()
    await admin.keyboard.type('Gelaran untuk {name}: ')
    await form.getByRole('button', { name: 'Tebal' }).click()
    await admin.keyboard.type('besok pagi')
    await bubble.getByText('Gelaran untuk Ayu:').waitFor()
    expect(await bubble.locator('strong').innerText()).toBe('besok pagi')
    await form.getByLabel('Pakai button').check()
    const button = (place: number): Locator => form.getByRole('group', { name: `Button ${place}` })
    await button(1).getByLabel('Judul').fill('Lihat toko')
    await button(1).getByLabel('Jenis').selectOption('url_button')
    await button(2).getByLabel('Judul').fill('Berhenti')
    await button(2).getByLabel('Jenis').selectOption('stop_button')
    await form.getByRole('button', { name: 'Simpan' }).click()
    await form.getByText('Judul button : "Lihat toko" belum mempunyai URL.').waitFor()
    await button(1).getByLabel('URL').fill('javascript:alert(1)')
    await form.getByText('URL button "Lihat toko" harus diawali https://, misalnya https://toko.contoh.id.').waitFor()
    expect(await bubble.innerText()).not.toContain('javascript')
    await button(1).getByLabel('URL').fill('https://toko.contoh.id')
    await bubble.getByText('Balas BERHENTI untuk berhenti').waitFor()
    await form.getByLabel(/^Aktif: template ini boleh dikirim/).check()
    await form.getByRole('button', { name: 'Simpan' }).click()
    await admin
      .getByRole('dialog', { name: 'Aktifkan template ini?' })
      .getByRole('button', { name: 'Aktifkan' })
      .click()
    await admin.getByText('Template berhasil disimpan.').waitFor()
    const row = admin.getByRole('row').filter({ hasText: 'besok pagi' })
    await row.getByRole('img', { name: 'Media template' }).waitFor()
    await row.getByRole('link', { name: 'Lihat toko' }).waitFor()
  })
})

describe('the blast', () => {
  let member: Page
  let home: Page
  browser.prepare(async () => {
    member = await signIn(await browser.openWindow(), emailOf('kantor'))
    await linkByQr(member, sandbox, PHONE, 'Kantor')
    home = await context.newPage()
    await home.goto('/dashboard')
  })

  const tile = (title: string): Locator => home.getByRole('group', { name: title })
  const today = (): Promise<number> => figureOf(tile('BLAST HARI INI').getByRole('definition').first())
  const ours = async () =>
    (await sandbox.sentBy(PHONE)).filter((one) => one.text.includes('Gelaran untuk') && one.to.startsWith('62857'))

  test('waits as soon as an admin lowers the daily cap, without being started again', async () => {
    await pickMenu(admin, 'Pengaturan')
    await admin.getByLabel('Batas harian per akun').fill('5')
    await waitFor(async () =>
      expect(await cardOf(home, 'NOMOR YANG BELUM DI-BLAST')).toBeGreaterThanOrEqual(good.length),
    )
    const [before, left] = [await today(), await cardOf(home, 'NOMOR YANG BELUM DI-BLAST')]
    await startBlast(member, PHONE)
    await waitFor(async () => expect((await ours()).length).toBeGreaterThan(0))
    await admin.getByRole('button', { name: 'Simpan' }).click()
    await admin.getByText('Pengaturan sudah disimpan.').waitFor()
    const row = rowOf(member, PHONE)
    await row.getByText(/^Batas harian tercapai\. Lanjut sendiri /).waitFor()
    await row.getByText('Menunggu', { exact: true }).waitFor()
    const sent = (await sandbox.sentBy(PHONE)).length
    expect(sent).toBeLessThan(good.length)
    await waitFor(async () => expect(await figureOf(cellOf(member, PHONE, 'success'))).toBe(sent))
    await stopBlast(member, PHONE)
    // The admin's tiles followed without a reload.
    await waitFor(async () => expect(await today()).toBe(before + sent))
    await waitFor(async () => expect(await cardOf(home, 'NOMOR YANG BELUM DI-BLAST')).toBeLessThan(left))
  })

  test('brought it to the phone, with picture, words and buttons', async () => {
    const phone = await openPhone(context, browser.sandboxOrigin, (await ours())[0]?.to ?? '?')
    const chat = await openChat(phone, 'Kantor')
    const bubble = chat.getByRole('listitem').filter({ hasText: 'Gelaran untuk Orang' }).first()
    await bubble.getByText('besok pagi').waitFor()
    await bubble.getByRole('img').waitFor()
    expect(await bubble.innerText()).toMatch(/Lihat toko: https:\/\/toko\.contoh\.id\s+Balas BERHENTI untuk berhenti/)
    await phone.close()
  })
})

describe('a recipient who asks an admin to stop', () => {
  const open = async (number: string): Promise<void> => {
    await pickMenu(admin, 'Daftar Phone Number')
    await admin.getByRole('searchbox').fill(number)
    await admin.getByRole('row').filter({ hasText: number }).getByRole('link', { name: /Edit/ }).click()
    await admin.getByRole('heading', { name: 'Permintaan penerima' }).waitFor()
  }

  test('gets a link that ends it without a sign-in', async () => {
    const number = good[400] ?? ''
    await open(number)
    await admin.getByRole('button', { name: 'Salin tautan berhenti' }).click()
    await admin.getByText('Tautan berhenti disalin.').waitFor()
    const link = await admin.evaluate(() => navigator.clipboard.readText())
    const page = await (await browser.openWindow()).newPage()
    await page.goto(link)
    await page.getByText(/^Nomor 62\d+•{4}\d{3} tidak akan dikirimi pesan lagi/).waitFor()
    expect(link).not.toContain(number.slice(2))
    await page.getByRole('button', { name: 'Berhenti menerima pesan' }).click()
    await page.getByText('Nomor ini berhenti menerima pesan sejak').waitFor()
    await admin.reload()
    await admin.getByText(/Nomor ini ada di Daftar Berhenti dan tidak dapat diaktifkan/).waitFor()
  })

  test('is forgotten, and stays unwritten to', async () => {
    const number = good[401] ?? ''
    await open(number)
    await admin.getByRole('button', { name: 'Hapus data orang ini' }).click()
    await admin.getByRole('button', { name: 'Ya, hapus datanya' }).click()
    await admin.getByText('Data orang ini sudah dihapus.').waitFor()
    await admin.getByRole('searchbox').fill(number)
    await admin.getByText('Kosong').waitFor()
    await admin.getByRole('link', { name: 'Tambah', exact: true }).first().click()
    const form = admin.getByLabel('Unggah berkas')
    await form.locator('input[type=file]').setInputFiles({
      name: 'lagi.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`number,name\n${number},Kembali`),
    })
    await form.getByLabel('Sumber persetujuan').fill(SOURCE)
    await form.getByRole('button', { name: 'Upload', exact: true }).click()
    await form.getByText('Minta berhenti', { exact: true }).waitFor()
  })
})
