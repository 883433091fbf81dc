// The way of the money: from a referral link to the referrer's share, from a request to its payment, staff's day.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { partByPercent } from '../../contract/ground/percent-parts.ts'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import {
  cardOf,
  cellOf,
  dataRow,
  figureOf,
  fillSignUp,
  linkByQr,
  pickMenu,
  signIn,
  startBlast,
  stopBlast,
  told,
} from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const STAFF_MENU = ['Yang menunggu Anda', 'Permintaan Withdraw', 'Daftar Generator', 'Daftar Validator', 'Profil']
const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PRICE = 100
const REFERRAL_PERCENT = 10
let admin: Page
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})

const reject = async (page: Page, row: Locator): Promise<void> => {
  await row.getByRole('button', { name: /^Tolak/ }).click()
  const question = page.getByRole('dialog', { name: 'Tolak' })
  await question.getByLabel('Alasan').fill('Nomor rekening salah')
  await question.getByRole('button', { name: 'Tolak', exact: true }).click()
}

describe('a member who brings another', () => {
  const phone = '6281230000011'
  const email = 'wati.baru@uji.test'
  let referrer: Page
  let link = ''
  browser.prepare(async () => {
    const context = await browser.openWindow()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    referrer = await signIn(context, emailOf('ajak'))
  })

  test('copies the link of the profile', async () => {
    await pickMenu(referrer, 'Profil')
    await referrer.getByRole('button', { name: 'Copy Link Referral' }).click()
    await referrer.getByText('Link copied to clipboard!').waitFor()
    link = await referrer.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${browser.origin}/signup?referral=AJAK2026`)
  })

  test('gets the share of what the new one earns, live, and by name', async () => {
    await pickMenu(referrer, 'Dashboard')
    await waitFor(async () => expect(await cardOf(referrer, 'TOTAL SISA SALDO AKUN')).toBe(0))
    const page = await (await browser.openWindow()).newPage()
    await page.goto(link)
    await fillSignUp(page, { first: 'Wati', last: 'Baru', email, secret: PASSWORD })
    expect(await page.getByLabel('Kode referal (opsional)').inputValue()).toBe('AJAK2026')
    await page.getByRole('button', { name: 'Daftar', exact: true }).click()
    await page.getByText('Register berhasil. Silakan login.').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.getByRole('heading', { name: 'Langkah pertama' }).waitFor()
    await page.getByRole('link', { name: 'Tautkan akun' }).first().waitFor()
    await linkByQr(page, sandbox, phone, 'Wati')
    await startBlast(page, phone)
    await waitFor(async () => expect(await figureOf(cellOf(page, phone, 'success'))).toBeGreaterThanOrEqual(2))
    await stopBlast(page, phone)
    const sent = await figureOf(cellOf(page, phone, 'success'))
    await pickMenu(page, 'Dashboard')
    await waitFor(async () => expect(await cardOf(page, 'TOTAL PENDAPATAN HARI INI')).toBe(sent * PRICE))
    const share = partByPercent(sent * PRICE, REFERRAL_PERCENT)
    await waitFor(async () => expect(await cardOf(referrer, 'TOTAL SISA SALDO AKUN')).toBe(share))
    await pickMenu(referrer, 'Pengguna Referal')
    const row = dataRow(referrer, email)
    await row.getByText('Wati Baru').waitFor()
    expect(await figureOf(row.getByRole('cell').last())).toBe(share)
    expect(await figureOf(referrer.getByRole('heading', { level: 1 }))).toBe(share)
  })
})

describe('a statement', () => {
  test('explains what is not posted yet, to the one who brought the sender too', async () => {
    const referrer = await signIn(await browser.openWindow(), emailOf('ajak'))
    await pickMenu(referrer, 'Withdraw')
    await referrer.getByRole('link', { name: 'Lihat mutasi saldo' }).click()
    const line = referrer.getByRole('button', { name: /^Lihat rincian Pendapatan referal/ })
    await line.press('Enter')
    const parts = referrer.getByRole('list', { name: /^Rincian Pendapatan referal/ })
    await parts.getByText('Wati Baru').waitFor()
    expect(await parts.getByRole('listitem').count()).toBe(1)
    const [, messages, share] = /(\d+) pesan = Rp\s(\d+)/.exec(await parts.getByRole('listitem').innerText()) ?? []
    expect(Number(messages)).toBeGreaterThan(0)
    expect(Number(share)).toBe(partByPercent(Number(messages) * PRICE, REFERRAL_PERCENT))
  })
})

describe('a withdraw', () => {
  let member: Page
  const request = async (nominal: string): Promise<void> => {
    await member.getByLabel('Nominal (Rp)').fill(nominal)
    await member.getByRole('button', { name: /^Ajukan( Rp|$)/ }).click()
  }
  const toTransfer = () =>
    member
      .getByRole('definition')
      .filter({ has: member.locator('xpath=../dt[contains(., "Disetujui, belum ditransfer")]') })
  browser.prepare(async () => {
    member = await signIn(await browser.openWindow(), 'member2@demo.test')
    await admin.goto('/withdraw/requested')
    await admin.getByRole('heading', { name: 'Permintaan Withdraw', level: 1 }).waitFor()
  })

  test('below the minimum is not sent', async () => {
    await pickMenu(member, 'Withdraw')
    await request('9.999')
    await member.getByText('Minimal permintaan penarikan adalah Rp 10.000').waitFor()
  })

  test('without bank details leads to the profile, and from there to the money', async () => {
    browser.expectProblem(/withdraw\/request/)
    await request('10.000')
    await member.getByRole('alertdialog', { name: 'Gagal' }).waitFor()
    await member.getByRole('button', { name: 'OK', exact: true }).click()
    await member.waitForURL('**/profile?edit=1')
    const form = member.getByRole('dialog', { name: 'Edit Profil' })
    await form.getByLabel('Bank', { exact: true }).selectOption('BCA')
    await form.getByLabel('Nomor rekening').fill('9876543210')
    await form.getByLabel('Nama pemilik rekening').fill('Bayu Saputra')
    await form.getByLabel('Kata sandi Anda sekarang', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Simpan' }).click()
    await member.getByText('Profil sudah disimpan.').waitFor()
    // who came for the money goes on there
    await member.waitForURL('**/withdraw')
    await member
      .getByText(/••••3210/)
      .first()
      .waitFor()
    await request('12.500')
    const review = member.getByRole('alertdialog', { name: 'Periksa permintaan' })
    await review.waitFor()
    expect(
      (await review.getByRole('definition').allInnerTexts()).slice(0, 4).map((text) => text.replace('\u00a0', ' ')),
    ).toEqual(['Rp 12.500', 'BCA', '••••3210', 'Bayu Saputra'])
    await review.getByRole('button', { name: 'Kirim permintaan' }).click()
    await member.getByText('Permintaan withdraw sudah dikirim.').waitFor()
    await dataRow(member, '12.500').getByText('Menunggu').waitFor()
  })

  test('stands in the statement above the days it is paid from, each with its messages and price', async () => {
    await member.getByRole('link', { name: 'Lihat mutasi saldo' }).click()
    const first = member.getByRole('row').nth(1)
    await first.getByText('Penarikan dana').waitFor()
    expect(await first.textContent()).toContain('-Rp')
    const day = member.getByRole('button', { name: /^Lihat rincian Pendapatan blast/ }).first()
    await day.click()
    await member
      .getByRole('list', { name: /^Rincian Pendapatan blast/ })
      .getByText(/pesan × Rp.100/)
      .waitFor()
    await first.getByRole('link', { name: 'Penarikan dana' }).click()
    await dataRow(member, '12.500').waitFor()
    expect(new URL(member.url()).searchParams.get('id')).not.toBeNull()
    await member.getByRole('button', { name: 'Tampilkan semua permintaan' }).click()
    await waitFor(() => expect(new URL(member.url()).search).toBe(''))
    await dataRow(member, '12.500').waitFor()
  })

  test('shows to the admin, and its payment to the member, both without a reload', async () => {
    expect(await figureOf(toTransfer())).toBe(0)
    const row = dataRow(admin, 'Bayu Saputra')
    await row.getByText('Menunggu').waitFor()
    await row.getByRole('button', { name: 'Bayu Saputra', exact: true }).click()
    const transfer = admin.getByRole('region', { name: 'Rekening tujuan' })
    const facts = ['BCA', '9876543210', 'Bayu Saputra']
    await waitFor(async () => expect(await transfer.getByRole('definition').allInnerTexts()).toEqual(facts))
    await row.getByRole('button', { name: /^Terima/ }).click()
    await admin.getByRole('alertdialog', { name: 'Terima' }).getByRole('button', { name: 'Ya' }).click()
    await told(admin, 'Diterima')
    const payment = admin.getByRole('dialog', { name: 'Transfer sekarang' })
    await payment.getByText('9876543210').waitFor()
    await payment.getByRole('button', { name: 'Nanti' }).click()
    await row.waitFor({ state: 'detached' })
    await admin.getByRole('button', { name: 'Diterima', exact: true }).click()
    await row.getByText('Diterima', { exact: true }).waitFor()
    await dataRow(member, '12.500').getByText('Diterima').waitFor()
    await waitFor(async () => expect(await figureOf(toTransfer())).toBe(12_500))
  })
})

describe('a bonus', () => {
  const name = 'Warga 07'

  test('is shown as it will be booked before it is sent, and refused where it can be read in two ways', async () => {
    await admin.goto('/bonus/create?id=uji-warga-7')
    await admin.getByText(name).first().waitFor()
    const nominal = admin.getByLabel('Nominal (Rp)')
    await nominal.fill('50,5')
    await admin.getByRole('textbox', { name: 'Keterangan' }).fill('Juara bulan ini')
    await admin.getByRole('button', { name: 'Kirim', exact: true }).click()
    await admin.getByText(/^Tidak jelas\./).waitFor()
    await nominal.fill('999.999.999.999')
    await admin.getByText('Terlalu besar. Paling banyak Rp 1.000.000.000.').waitFor()
    await nominal.fill('50.000')
    await admin.getByText('Akan dicatat Rp 50.000').waitFor()
    await admin.getByRole('button', { name: 'Kirim', exact: true }).click()
    await told(admin, 'Bonus berhasil dikirim.')
    expect(await figureOf(dataRow(admin, name).getByRole('cell').nth(1))).toBe(50_000)
  })

  test('that was asked for is taken back after a second yes only, and then nothing of it is paid', async () => {
    browser.expectProblem(/admin\/bonus\//)
    browser.expectProblem(/withdraw\/update/)
    const member = await signInAt(browser.origin, 'warga7@uji.test', PASSWORD)
    await member.post('/admin/withdraw/request', { nominal: 50_000, userId: member.id })
    await dataRow(admin, name)
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = admin.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Ya, hapus' }).click()
    await question.getByText(`Bila dihapus, saldo ${name} menjadi -Rp 50.000.`).waitFor()
    await question.getByRole('button', { name: 'Tetap hapus' }).click()
    await dataRow(admin, name).waitFor({ state: 'detached' })
    await pickMenu(admin, 'Permintaan Withdraw')
    const row = dataRow(admin, name)
    expect(await figureOf(row.getByRole('cell').nth(3))).toBe(-50_000)
    await row.getByRole('button', { name: /^Terima/ }).click()
    await question.getByRole('button', { name: 'Ya' }).click()
    await admin.getByText(/Saldo member ini minus/).waitFor()
    await row.getByText('Menunggu').waitFor()
    await reject(admin, row)
    await row.waitFor({ state: 'detached' })
    await admin.getByRole('button', { name: 'Ditolak', exact: true }).click()
    await row.getByText('Ditolak', { exact: true }).waitFor()
    expect(await figureOf(row.getByRole('cell').nth(3))).toBe(0)
  })
})

describe('staff', () => {
  let context: BrowserContext
  let staff: Page
  let rani: Person
  let boss: Person
  beforeAll(async () => {
    rani = await signInAt(browser.origin, 'member@demo.test', PASSWORD)
    boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  })
  const settleSetting = (mayPay: boolean): Promise<unknown> =>
    boss.put('/admin/setting/update', { staff_can_process: mayPay })
  const menu = (): Promise<string[]> =>
    staff.getByRole('navigation', { name: 'Menu utama' }).getByRole('link').allInnerTexts()

  test('come in at the requests, and see a new one come', async () => {
    context = await browser.openWindow()
    staff = await signIn(context, 'staff@demo.test')
    await staff.waitForURL('**/withdraw/requested?page=1')
    await waitFor(async () => expect(await menu()).toEqual(STAFF_MENU))
    await rani.post('/admin/withdraw/request', { nominal: 11_000, userId: rani.id })
    await dataRow(staff, '11.000').getByText('Menunggu').waitFor()
    await staff.getByRole('rowheader', { name: /^\d+ permintaan menunggu$/ }).waitFor()
  })

  test('see where to pay, reject, and take it back', async () => {
    const row = dataRow(staff, '11.000')
    await row.getByRole('button', { name: 'Rani Pratama', exact: true }).click()
    const transfer = staff.getByRole('region', { name: 'Rekening tujuan' })
    const facts = ['BCA', '1234567890', 'Rani Pratama']
    await waitFor(async () => expect(await transfer.getByRole('definition').allInnerTexts()).toEqual(facts))
    await reject(staff, row)
    await told(staff, 'Ditolak')
    await staff.getByRole('button', { name: 'Ditolak', exact: true }).click()
    await row.getByText('Ditolak').waitFor()
    await row.getByRole('button', { name: /^Batalkan/ }).click()
    await staff.getByRole('alertdialog', { name: 'Batalkan' }).getByRole('button', { name: 'Ya' }).click()
    await told(staff, 'Dibatalkan')
    await staff.getByRole('button', { name: 'Menunggu', exact: true }).click()
    await row.getByText('Menunggu').waitFor()
  })

  test('rule staff-pay-out: have generators instead once the setting says so', async () => {
    // the list still asks when the setting changes, and is refused at once
    browser.expectProblem(/403.*\/api\/admin\/withdraw\//)
    await settleSetting(false)
    try {
      await staff.goto('/')
      await staff.waitForURL('**/generator/list')
      await waitFor(async () => expect(await menu()).toEqual(['Daftar Generator', 'Daftar Validator', 'Profil']))
    } finally {
      await settleSetting(true)
    }
  })
})
