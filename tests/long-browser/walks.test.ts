// A member's and a staff member's whole walk on a slow phone: from the sign-in through every entry of the menu, at each of them what one comes for.
import { describe, expect, test } from 'vitest'
import { signIn as signInAt } from '../../scripts/drive/api.ts'
import { PASSWORD } from '../support/people.ts'
import { waitFor } from '../support/browser.ts'
import { prepareWalk } from '../support/walk.ts'

const walk = prepareWalk()
const { browser, sandbox, button, main, card, told, stands, comeIn, open, entries, leave, pick, linkByCode } = walk
const WALK_MS = 15 * 60_000

describe('on a slow phone', () => {
  test(
    'a member links, blasts, asks for money and leaves',
    async () => {
      await comeIn('member@demo.test', 'Dashboard')
      await stands('Dashboard Member')
      await walk.page.getByRole('group', { name: 'TOTAL SISA SALDO AKUN' }).getByText(/^Rp/).waitFor()
      expect(await entries()).toEqual(['Dashboard', 'Akun Whatsapp', 'Withdraw', 'Bonus', 'Pengguna Referal', 'Profil'])
      await open('Akun Whatsapp', 'Daftar Whatsapp')
      await main().getByText('Kosong').waitFor()
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Akun WhatsApp')
      await linkByCode('6281230000091', 'Rani')
      await walk.page.waitForURL(/\/whatsapp$/)
      await told('Akun WhatsApp berhasil ditautkan. Rani siap: tekan Start Blast untuk mulai.')
      await button('Start Blast').tap()
      await button('Stop Blast').waitFor()
      await waitFor(async () => expect((await sandbox.sentBy('6281230000091')).length).toBeGreaterThan(0))
      await button('Stop Blast').tap()
      await button('Stop Blast!').tap()
      await button('Start Blast').waitFor()
      await open('Withdraw')
      await walk.page.getByLabel('Nominal (Rp)').fill('12.000')
      await button(/^Ajukan Rp/).tap()
      const review = walk.page.getByRole('alertdialog', { name: 'Periksa permintaan' })
      await button('Kirim permintaan', review).tap()
      await told('Permintaan withdraw sudah dikirim.')
      await card('12.000').getByText('Menunggu').waitFor()
      await walk.page.getByRole('link', { name: 'Lihat mutasi saldo' }).tap()
      await stands('Mutasi saldo')
      await card('Penarikan dana').waitFor()
      await open('Bonus', /Bonus/)
      await open('Pengguna Referal', /Referal/)
      await card('Bayu Saputra').waitFor()
      await open('Profil')
      await button('Edit').first().tap()
      const form = walk.page.getByRole('dialog', { name: 'Edit Profil' })
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
    'staff decides on a request, and lets numbers be checked',
    async () => {
      const member = await signInAt(browser.origin, 'member@demo.test', PASSWORD)
      await member.post('/admin/withdraw/request', { nominal: 14_000, userId: member.id })
      await comeIn('staff@demo.test', 'Permintaan Withdraw')
      await stands('Permintaan Withdraw')
      expect(await entries()).toEqual([
        'Yang menunggu Anda',
        'Permintaan Withdraw',
        'Daftar Generator',
        'Daftar Validator',
        'Profil',
      ])
      await button(/^Tolak/, card('14.000')).tap()
      const question = walk.page.getByRole('dialog', { name: 'Tolak' })
      await question.getByLabel('Alasan').fill('Nomor rekening salah')
      await button('Tolak', question).tap()
      await told('Ditolak')
      await open('Yang menunggu Anda')
      await open('Daftar Generator')
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Generator')
      await walk.page.getByLabel('Nomor awal').fill('6281250000001')
      await walk.page.getByLabel('Nomor akhir').fill('6281250000020')
      await pick('WhatsApp', /^Daftar Baru/)
      await walk.page.getByRole('link', { name: 'Tautkan akun baru' }).tap()
      await linkByCode('6281230000093', 'Pemeriksa')
      await stands('Tambah Generator')
      // what was typed is still there
      expect(await walk.page.getByLabel('Nomor awal').inputValue()).toBe('6281250000001')
      await pick('WhatsApp', /6281230000093/)
      await walk.page.getByLabel('Interval minimal (detik)').fill('0')
      await walk.page.getByLabel('Interval maksimal (detik)').fill('0')
      await button('Simpan').tap()
      await told('Generator disimpan. Tekan Start untuk mulai.')
      await button(/^Start/, card('6281250000001')).tap()
      await card('6281250000001').getByText('Selesai', { exact: true }).waitFor()
      await open('Daftar Validator')
      await main().getByRole('link', { name: 'Tambah', exact: true }).first().tap()
      await stands('Tambah Akun Validator')
      await walk.page.locator('input[type=file]').setInputFiles({
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
