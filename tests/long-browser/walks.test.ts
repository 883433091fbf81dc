// A member's, an admin's and a staff member's whole walk on a slow phone: from the sign-in through every entry of the menu, at each
// of them what one comes for. After each step the person sees what it did, and nothing is cut at the side.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn as signInAt } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { PASSWORD } from '../support/people.ts'
import { openSlowTab, PHONE } from '../support/slow-phone.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const WALK_MS = 15 * 60_000
let page: Page
/** Entries of the menu that this walk has been at. */
let visited: Set<string>

const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
  within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
const main = (): Locator => page.getByRole('main')
/** A row of a list, which is a card on a phone. */
const card = (text: string | RegExp): Locator => main().getByRole('listitem').filter({ hasText: text }).first()
/** What the page tells when something is done. */
const told = (words: string): Promise<void> =>
  page
    .getByRole('region', { name: /^Pemberitahuan/ })
    .getByText(words, { exact: true })
    .last()
    .waitFor()

/** Everything has come, stands within the window's width, and is headed. */
const stands = async (heading: string | RegExp): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await waitFor(async () => expect(await page.locator('#drawn, .animate-pulse').count()).toBe(0))
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect([page.url(), width]).toEqual([page.url(), PHONE.width])
}
const comeIn = async (email: string, home: string): Promise<void> => {
  visited = new Set([home])
  page = await openSlowTab(await browser.openWindow(PHONE))
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
  await button('Masuk').tap()
}
/** By the menu, whose entries are all reached with a finger. */
const open = async (entry: string, heading: string | RegExp = entry, discards = false): Promise<void> => {
  await button('Buka menu').tap()
  const menu = page.getByRole('navigation', { name: 'Menu utama' })
  await menu.getByRole('link', { name: entry }).tap()
  visited.add(entry)
  // a form that is left half filled asks first
  if (discards) await button('Buang perubahan').tap()
  await stands(heading)
  // it lies over the page no longer
  await waitFor(async () => {
    const box = await menu.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(0)
  })
}
const entries = async (): Promise<string[]> => {
  await button('Buka menu').tap()
  const names = await page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link').allInnerTexts()
  await page.keyboard.press('Escape')
  return names.map((name) => name.split('\n')[0] ?? '')
}
const leave = async (): Promise<void> => {
  expect((await entries()).filter((entry) => !visited.has(entry))).toEqual([])
  await button('Menu pengguna').tap()
  await page.getByRole('menuitem', { name: 'Sign out' }).tap()
  await page.waitForURL('**/signin')
  await button('Masuk').waitFor()
}
/** Picks from a list that opens with a search box. */
const pick = async (name: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name }).tap()
  await page.getByRole('option', { name: option }).first().tap()
}
/** Links by the code, which is what stands first on a phone. */
const linkByCode = async (phone: string, name: string): Promise<void> => {
  await sandbox.addPhone(phone, name)
  await page.getByRole('checkbox', { name: /^Saya memahami/ }).tap()
  await page.getByLabel('Nomor WhatsApp').fill(phone.replace(/^62/, '0'))
  await button('Buat Kode').tap()
  const code = page.getByLabel('Kode penautan')
  await sandbox.enterCode(phone, (await code.innerText()).replace('-', ''))
}

describe('on a slow phone', () => {
  test(
    'a member links, blasts, asks for money and leaves',
    async () => {
      await comeIn('member@demo.test', 'Dashboard')
      await stands('Dashboard Member')
      await page.getByRole('group', { name: 'TOTAL SISA SALDO AKUN' }).getByText('Rp').waitFor()
      expect(await entries()).toEqual(['Dashboard', 'Akun Whatsapp', 'Withdraw', 'Bonus', 'Pengguna Referal', 'Profil'])
      await open('Akun Whatsapp', 'Daftar Whatsapp')
      await main().getByText('Kosong').waitFor()
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Akun WhatsApp')
      await linkByCode('6281230000091', 'Rani')
      await page.waitForURL(/\/whatsapp$/)
      await told('Akun WhatsApp berhasil ditautkan. Rani siap: tekan Start Blast untuk mulai.')
      await button('Start Blast').tap()
      await button('Stop Blast').waitFor()
      await waitFor(async () => expect((await sandbox.sentBy('6281230000091')).length).toBeGreaterThan(0))
      await button('Stop Blast').tap()
      await button('Stop Blast!').tap()
      await button('Start Blast').waitFor()
      await open('Withdraw')
      await page.getByLabel('Nominal (Rp)').fill('12.000')
      await button(/^Ajukan Rp/).tap()
      const review = page.getByRole('alertdialog', { name: 'Periksa permintaan' })
      await button('Kirim permintaan', review).tap()
      await told('Permintaan withdraw sudah dikirim.')
      await card('12.000').getByText('Menunggu').waitFor()
      await page.getByRole('link', { name: 'Lihat mutasi saldo' }).tap()
      await stands('Mutasi saldo')
      await card('Penarikan dana').waitFor()
      await open('Bonus', /Bonus/)
      await open('Pengguna Referal', /Referal/)
      await card('Bayu Saputra').waitFor()
      await open('Profil')
      await button('Edit').first().tap()
      const form = page.getByRole('dialog', { name: 'Edit Profil' })
      await form.getByLabel('Nama belakang').fill('Pratama Putri')
      await button('Simpan', form).tap()
      await told('Profil sudah disimpan.')
      await main().getByText('Rani Pratama Putri').first().waitFor()
      await open('Dashboard', 'Dashboard Member')
      await leave()
    },
    WALK_MS,
  )

  test(
    'an admin does one thing on every screen of the menu',
    async () => {
      const member = await signInAt(browser.origin, 'member@demo.test', PASSWORD)
      await member.post('/admin/withdraw/request', { nominal: 13_000, userId: member.id })
      await comeIn('admin@demo.test', 'Dashboard')
      await stands(/^Hai, Adi/)
      await page
        .getByRole('slider', { name: /^Grafik/ })
        .first()
        .waitFor()
      await open('Daftar Phone Number')
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Phone Number')
      const hand = page.getByLabel('Tambah manual')
      await hand.getByLabel('Nomor', { exact: true }).fill('0857 3000 0092')
      await hand.getByLabel('Nama', { exact: true }).fill('Ratih')
      await hand.getByLabel('Sumber persetujuan').fill('Buku tamu')
      await button('Simpan', hand).tap()
      await told('Nomor berhasil didaftarkan.')
      await open('Daftar Berhenti')
      await button('Tambah').first().tap()
      const stop = page.getByRole('dialog')
      await stop.getByLabel('Nomor', { exact: true }).fill('6285730000092')
      await button('Simpan', stop).tap()
      await told('Pengiriman ke nomor ini sudah dihentikan.')
      await card('6285730000092').waitFor()
      await open('Permintaan Data')
      await page.getByLabel('Nomor yang diminta').fill('0857 3000 0092')
      await page.getByLabel('Nomor surat atau tiket').fill('Surat 9')
      await button('Tampilkan data').tap()
      await page.getByRole('region', { name: 'Data tentang 6285730000092' }).waitFor()
      await open('Daftar Member')
      await page.getByRole('searchbox').fill('bayu')
      await card('Bayu Saputra')
        .getByRole('link', { name: /^Pengaturan / })
        .tap()
      await stands('Edit Member')
      await open('Daftar Generator')
      await main().getByText('Kosong').waitFor()
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Generator')
      await pick('WhatsApp', /^Daftar Baru/)
      await page.getByRole('link', { name: 'Tautkan akun baru' }).waitFor()
      await open('Daftar Validator', undefined, true)
      await main().getByText('Kosong').waitFor()
      await open('Template Pesan')
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Template Pesan')
      await page.getByRole('textbox', { name: 'Caption' }).fill('Halo {name}, kami buka pagi ini.')
      await button('Simpan').tap()
      await told('Template berhasil disimpan.')
      await card('kami buka pagi ini').waitFor()
      await open('Blaster', 'Blaster Whatsapp Message')
      await page.getByRole('textbox', { name: 'Message' }).fill('Halo {name}')
      await button('Kirim').tap()
      await main().getByText('Pilih penerima.').waitFor()
      await open('Permintaan Withdraw', undefined, true)
      await button(/^Terima/, card('13.000')).tap()
      await button('Ya', page.getByRole('alertdialog', { name: 'Terima' })).tap()
      await button('Selesai', page.getByRole('dialog', { name: 'Transfer sekarang' })).tap()
      await open('Bonus', /Bonus/)
      await page.goto('/bonus/create?id=demo-member2')
      await stands('Kirim Bonus')
      await page.getByLabel('Nominal (Rp)').fill('5.000')
      await page.getByRole('textbox', { name: 'Keterangan' }).fill('Juara minggu ini')
      await button('Kirim').tap()
      await told('Bonus berhasil dikirim.')
      await open('Pengguna Referal', /Referal/)
      await card('Bayu Saputra').waitFor()
      await open('Level', 'Daftar Level')
      await main().getByRole('link', { name: 'Tambah Level' }).first().tap()
      await stands('Tambah Level')
      await page.getByLabel('Nama Level').fill('Berlian')
      await page.getByLabel('Harga Blast Rp.').fill('175')
      await page.getByLabel('Syarat Minimal Blast').fill('20000')
      await button('Simpan').tap()
      await told('Level berhasil disimpan.')
      await card('Berlian').waitFor()
      await open('Rekonsiliasi')
      await main().getByText('Semua saldo sama dengan bukunya.').waitFor()
      await open('Proxy')
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Proxy')
      const proxy = page.getByLabel('Tambah manual')
      await proxy.getByLabel('Proxy', { exact: true }).fill('http://proxy-9.contoh.id:8080')
      await button('Simpan', proxy).tap()
      await told('Proxy berhasil didaftarkan.')
      // nobody answers there: the person who links next would be given it
      await button(/^Delete/, card('proxy-9')).tap()
      await button('Ya, hapus', page.getByRole('alertdialog')).tap()
      await card('proxy-9').waitFor({ state: 'detached' })
      await open('Pengaturan', 'Form Pengaturan')
      await page.getByLabel('Batas harian per akun').fill('900')
      await button('Simpan').tap()
      await told('Pengaturan sudah disimpan.')
      await open('Kesehatan')
      await main().getByRole('region', { name: 'Hasil masuk buku besar' }).first().waitFor()
      await open('Catatan Audit')
      await main().getByText('Adi Nugroho').first().waitFor()
      await open('Profil')
      await leave()
    },
    WALK_MS,
  )

  test(
    'staff decides on a request, and lets numbers be checked',
    async () => {
      const member = await signInAt(browser.origin, 'member@demo.test', PASSWORD)
      await member.post('/admin/withdraw/request', { nominal: 14_000, userId: member.id })
      await comeIn('staff@demo.test', 'Permintaan Withdraw')
      await stands('Permintaan Withdraw')
      expect(await entries()).toEqual(['Permintaan Withdraw', 'Daftar Generator', 'Daftar Validator', 'Profil'])
      await button(/^Tolak/, card('14.000')).tap()
      const question = page.getByRole('dialog', { name: 'Tolak' })
      await question.getByLabel('Alasan').fill('Nomor rekening salah')
      await button('Tolak', question).tap()
      await told('Ditolak')
      await open('Daftar Generator')
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Generator')
      await page.getByLabel('Nomor awal').fill('6281250000001')
      await page.getByLabel('Nomor akhir').fill('6281250000020')
      await pick('WhatsApp', /^Daftar Baru/)
      await page.getByRole('link', { name: 'Tautkan akun baru' }).tap()
      await linkByCode('6281230000093', 'Pemeriksa')
      await stands('Tambah Generator')
      // what was typed is still there
      expect(await page.getByLabel('Nomor awal').inputValue()).toBe('6281250000001')
      await pick('WhatsApp', /6281230000093/)
      await page.getByLabel('Interval minimal (detik)').fill('0')
      await page.getByLabel('Interval maksimal (detik)').fill('0')
      await button('Simpan').tap()
      await told('Generator disimpan. Tekan Start untuk mulai.')
      await button(/^Start/, card('6281250000001')).tap()
      await card('6281250000001').getByText('Selesai', { exact: true }).waitFor()
      await open('Daftar Validator')
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Akun Validator')
      await page.locator('input[type=file]').setInputFiles({
        name: 'pelanggan.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('number,name\n6281350000001,Ayu\n6281350000002,Budi'),
      })
      await pick('WhatsApp', /6281230000093/)
      await button('Simpan').tap()
      await told('Validator disimpan. Tekan Start untuk mulai.')
      await card('pelanggan.csv').waitFor()
      await open('Profil')
      await leave()
    },
    WALK_MS,
  )
})
