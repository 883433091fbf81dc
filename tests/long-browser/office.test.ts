// The office's screens: roles and who is found, forms beside each other, a restriction's end, numbers that asked to stop.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { deleteNumbers } from '../support/leftovers.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, goTo, goToAnew, linkByQr, pickMenu, rowOf, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PHONE = '6281230000051'
let admin: Page
let boss: Person
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
})
// Consented numbers would be blasted to by the next journeys.
afterAll(() => deleteNumbers(browser.origin, '6285750'))
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})

describe('an admin who changes a role', () => {
  const role = () => admin.getByLabel('Peran')
  const save = () => admin.getByRole('region', { name: 'Akun dan pembayaran' }).getByRole('button', { name: 'Simpan' })
  const question = () => admin.getByRole('alertdialog')

  test('is asked first, and reads what the person gains and loses', async () => {
    await goTo(admin, '/member/edit?id=uji-jabat')
    await role().selectOption('staff')
    await save().click()
    await question().getByRole('heading', { name: 'Jadikan Jabat Uji Staff?' }).waitFor()
    await question().getByText('memutuskan permintaan withdraw').waitFor()
    await question().getByText('menautkan akun WhatsApp sendiri').waitFor()
    await question().getByRole('button', { name: 'Batal' }).click()
    const { user } = await boss.get<{ user: { role: string } }>('/admin/users/uji-jabat')
    expect(user.role).toBe('member')
  })

  test('changes it with a yes, and still finds the person: in the list of the team and in the palette', async () => {
    await save().click()
    await question().getByRole('button', { name: 'Ya, jadikan Staff' }).click()
    await told(admin, 'Data member sudah disimpan.')
    await goTo(admin, '/member?s=jabat')
    await admin.getByText('Kosong').waitFor()
    const whose = admin.getByRole('combobox', { name: 'Siapa' })
    await whose.selectOption({ label: 'Tim' })
    await dataRow(admin, 'Jabat Uji').getByText('Staff', { exact: true }).waitFor()
    await whose.selectOption({ label: 'Semua' })
    await dataRow(admin, 'Jabat Uji').waitFor()
    await admin.keyboard.press('Control+k')
    await admin.getByPlaceholder(/^Cari menu/).fill('jabat')
    await admin.getByRole('group', { name: 'Tim' }).getByText('Jabat Uji').click()
    await admin.waitForURL(/member\/edit\?id=uji-jabat/)
  })
})

describe('two forms on one screen', () => {
  // the first one's save makes the second one's version old
  beforeEach(() => browser.expectProblem(/409/))
  test('a save of the interval keeps what was typed about the bank, and says so', async () => {
    await goToAnew(admin, '/member/edit?id=uji-isian')
    await admin.getByLabel('Nama pemilik rekening').fill('Isian Uji')
    await admin.getByLabel('Kata sandi Anda sekarang', { exact: true }).fill(PASSWORD)
    await admin.getByLabel('Interval Max (detik)').fill('9')
    await admin.getByRole('region', { name: 'Interval pengiriman' }).getByRole('button', { name: 'Simpan' }).click()
    await told(admin, 'Interval sudah disimpan.')
    await told(admin, 'Sudah disimpan. Isian lain di layar ini belum disimpan, jadi layar ini tetap terbuka.')
    expect(await admin.getByLabel('Nama pemilik rekening').inputValue()).toBe('Isian Uji')
    await admin.getByRole('region', { name: 'Akun dan pembayaran' }).getByRole('button', { name: 'Simpan' }).click()
    await waitFor(async () => {
      const { user } = await boss.get<{ user: object }>('/admin/users/uji-isian')
      expect(user).toMatchObject({ account_name: 'Isian Uji', blast_interval_max: '9' })
    })
  })

  test('an untouched field never writes over what somebody else has set meanwhile', async () => {
    await goToAnew(admin, '/member/edit?id=uji-isian')
    await admin.getByLabel('Nama pemilik rekening').fill('Isian Dua')
    await admin.getByLabel('Kata sandi Anda sekarang', { exact: true }).fill(PASSWORD)
    await boss.put('/admin/users/uji-isian', { account_number: '77777', current_password: PASSWORD })
    await admin.getByLabel('Interval Max (detik)').fill('8')
    await admin.getByRole('region', { name: 'Interval pengiriman' }).getByRole('button', { name: 'Simpan' }).click()
    await told(admin, 'Interval sudah disimpan.')
    await admin.getByRole('region', { name: 'Akun dan pembayaran' }).getByRole('button', { name: 'Simpan' }).click()
    const question = admin.getByRole('dialog', { name: 'Sudah diubah orang lain' })
    await question.getByRole('group', { name: 'Nomor rekening' }).getByText('77777', { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Simpan dengan pilihan ini' }).click()
    await waitFor(async () => {
      const { user } = await boss.get<{ user: object }>('/admin/users/uji-isian')
      expect(user).toMatchObject({ account_name: 'Isian Dua', account_number: '77777' })
    })
  })

  test('a number saved by hand keeps the file that was chosen beside it', async () => {
    await goTo(admin, '/phonenumber/create')
    const file = admin.getByLabel('Unggah berkas')
    await file.locator('input[type=file]').setInputFiles({
      name: 'nanti.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('number,name\n6285750000001,Nanti'),
    })
    await file.getByLabel('Sumber persetujuan').fill('Buku tamu')
    const hand = admin.getByLabel('Tambah manual')
    await hand.getByLabel('Nomor', { exact: true }).fill('085750000002')
    await hand.getByLabel('Nama', { exact: true }).fill('Sekarang')
    await hand.getByLabel('Sumber persetujuan').fill('Buku tamu')
    await hand.getByRole('button', { name: 'Simpan' }).click()
    await told(admin, 'Nomor berhasil didaftarkan.')
    await file.getByText('nanti.csv').waitFor()
    expect(await hand.getByLabel('Nomor', { exact: true }).inputValue()).toBe('')
    await file.getByRole('button', { name: 'Upload', exact: true }).click()
    await file.getByText('1 nomor berhasil didaftarkan').waitFor()
  })
})

test('a number that asked to stop reads the same in the list and in its form, and its name can be corrected', async () => {
  await boss.post('/admin/phonenumber/save', { number: '6285750000003', name: 'Henti', consent_source: 'Buku tamu' })
  await boss.post('/admin/suppression', { number: '6285750000003' })
  await goTo(admin, '/phonenumber?s=6285750000003')
  const row = dataRow(admin, '6285750000003')
  await row.getByText('Minta berhenti', { exact: true }).waitFor()
  expect(await row.getByText('Aktif', { exact: true }).count()).toBe(0)
  await row.getByRole('link', { name: /Edit/ }).click()
  const form = admin.locator('form')
  await form.getByText('Minta berhenti', { exact: true }).waitFor()
  expect(await form.getByRole('checkbox').count()).toBe(0)
  await form.getByLabel('Nama', { exact: true }).fill('Henti Baru')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await told(admin, 'Nomor berhasil disimpan.')
})

test('every search box says in itself what it searches', async () => {
  const hints = {
    '/phonenumber': 'Awal nomor atau nama',
    '/suppression': 'Awal nomor, atau 4+ angka terakhir',
    '/member': 'Nama, email atau ID',
    '/generator/list': 'Nomor, nama akun atau berkas',
    '/validator/list': 'Nomor, nama akun atau berkas',
    '/whatsapp': 'Nomor atau nama',
  }
  for (const [path, hint] of Object.entries(hints)) {
    await goTo(admin, path)
    await admin.getByPlaceholder(hint, { exact: true }).waitFor()
  }
})

test('the end of a restriction is never cut, at any width', async () => {
  const page = await signIn(await browser.openWindow(), emailOf('batas'))
  await linkByQr(page, sandbox, PHONE, 'Batas')
  await sandbox.fault(PHONE, 'ack-error-463', { seconds: 20 * 86_400 })
  await rowOf(page, PHONE).getByRole('button', { name: 'Start Blast' }).click()
  const words = page.getByText(/^Dibatasi WhatsApp sampai \d+ \S+ \d{4} \d\d\.\d\d WIB$/).and(page.locator(':visible'))
  await words.waitFor()
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await words.waitFor()
    // every corner of it is seen: nothing lies over it, and no box around it ends before it does
    const hidden = await words.evaluate((badge) => {
      badge.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = badge.getBoundingClientRect()
      const corners = [left + 6, right - 6].flatMap((x) => [top + 6, bottom - 6].map((y) => [x, y] as const))
      return corners.filter(([x, y]) => {
        const at = document.elementFromPoint(x, y)
        return at === null || !(badge.contains(at) || at.contains(badge))
      })
    })
    expect([width, hidden]).toEqual([width, []])
  }
})

test('an admin reads that every balance equals the books, and finds the page in the menu', async () => {
  await pickMenu(admin, 'Rekonsiliasi')
  await admin.getByText('Semua saldo sama dengan bukunya.').waitFor()
  const sums = admin.getByRole('region', { name: 'Rekonsiliasi' })
  await sums.getByText(/^Rp\s0$/).waitFor()
})

test('the proof of consent is downloaded from the list of numbers', async () => {
  await boss.post('/admin/phonenumber/save', { number: '6285750000004', name: 'Bukti', consent_source: 'Kartu nama' })
  await goTo(admin, '/phonenumber')
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export persetujuan' }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^\ufeffid,number,hash,event,source,by,date\n/)
  expect(text).toMatch(/6285750000004,[^,]+,granted,Kartu nama,/)
})

describe('a file of numbers', () => {
  const form = () => admin.getByLabel('Unggah berkas')
  const choose = async (text: string): Promise<void> => {
    // Two steps at once would be one: the form would be the one of before, about to be replaced.
    await goTo(admin, '/phonenumber')
    await form().waitFor({ state: 'detached' })
    await goTo(admin, '/phonenumber/create')
    await form()
      .locator('input[type=file]')
      .setInputFiles({
        name: 'daftar.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
  }
  const upload = () => form().getByRole('button', { name: 'Upload', exact: true }).click()
  const stored = async (number: string) =>
    (
      await boss.get<{ data: { name: string; consent_source: string }[] }>(
        `/admin/phonenumber/list-per-page?search=${number}`,
      )
    ).data[0]

  test('with the header “nama,nomor hp” is understood without a question', async () => {
    await choose('nama,nomor hp\nBudi Hartono,0857-5000-0011')
    await form().getByText('Nomor dari kolom “nomor hp”, nama dari kolom “nama”.').waitFor()
    await upload()
    await form().getByText('Isi sumber persetujuan penerima.').waitFor()
    await form().getByLabel('Sumber persetujuan', { exact: true }).fill('Buku tamu')
    await upload()
    await form().getByText('1 nomor berhasil didaftarkan').waitFor()
    expect(await stored('6285750000011')).toMatchObject({ name: 'Budi Hartono', consent_source: 'Buku tamu' })
  })

  test('with another header asks which column is what, and takes each row’s own source of consent', async () => {
    await choose('siapa,ke mana,asal\nSari Dewi,085750000012,Formulir Maret\nTono,085750000013,')
    await form().getByText('Judul kolom berkas ini tidak dikenali').waitFor()
    await form().getByRole('table', { name: 'Baris pertama berkas' }).getByText('Sari Dewi').waitFor()
    expect(await form().getByLabel('Kolom nomor').inputValue()).toBe('1')
    await form().getByLabel('Kolom nomor').selectOption('')
    await form().getByLabel('Sumber persetujuan', { exact: true }).fill('Buku tamu')
    await upload()
    await form().getByText('Pilih kolom yang berisi nomor.').waitFor()
    await form().getByLabel('Kolom nomor').selectOption('1')
    await form().getByLabel('Kolom nama').selectOption('0')
    await form().getByLabel('Kolom sumber persetujuan').selectOption('2')
    await upload()
    await form().getByText('2 nomor berhasil didaftarkan').waitFor()
    expect(await stored('6285750000012')).toMatchObject({ name: 'Sari Dewi', consent_source: 'Formulir Maret' })
    expect(await stored('6285750000013')).toMatchObject({ name: 'Tono', consent_source: 'Buku tamu' })
  })
})
