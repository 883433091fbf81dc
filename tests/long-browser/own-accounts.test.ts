// A member names an account and sees what it has sent today; an admin tries a message on that account's own number first.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { linkByQr, opened, pickMenu, rowOf, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PHONE = '6281230000081'
const WAY_OUT = 'Balas BERHENTI untuk berhenti menerima pesan.'

let boss: Person
let member: Page
let home: Page
let admin: Page
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
})
afterAll(() => boss.put('/admin/sending-pause', { paused: false }))
browser.prepare(async () => {
  member = await signIn(await browser.openWindow(), emailOf('nama'))
  await linkByQr(member, sandbox, PHONE, 'Nama WA')
  home = await signIn(await browser.openWindow(), emailOf('nama'))
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})
const askName = async (entry: 'Beri nama' | 'Ubah nama', of: string): Promise<void> => {
  await rowOf(member, PHONE)
    .getByRole('button', { name: `Aksi lain untuk ${of}` })
    .or(rowOf(member, PHONE).getByRole('button', { name: new RegExp(of) }))
    .first()
    .click()
  await member.getByRole('menuitem', { name: entry }).click()
}
const today = (page: Page, sent: number) =>
  page.getByText(new RegExp(`^${sent} dari [\\d.]+ hari ini$`)).and(page.locator(':visible'))

describe('rule nickname: a member’s own name for an account', () => {
  test('is refused in words where it is none, and stands everywhere once it is given', async () => {
    await askName('Beri nama', 'Nama WA')
    const dialog = member.getByRole('dialog', { name: 'Nama akun' })
    const field = dialog.getByLabel('Nama', { exact: true })
    for (const [wrong, why] of [
      ['', 'Tulis nama akun.'],
      ['wa.me/6281', 'Nama akun tidak boleh berisi tautan.'],
      ['x'.repeat(31), 'Nama akun paling panjang 30 karakter.'],
    ] as const) {
      await field.fill(wrong)
      await dialog.getByRole('button', { name: 'Simpan' }).click()
      await dialog.getByText(why).waitFor()
    }
    await field.fill('  Toko Ibu ')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await told(member, 'Akun ini sekarang bernama Toko Ibu.')
    await rowOf(member, PHONE).getByText('Toko Ibu', { exact: true }).waitFor()
    await home.reload()
    await home
      .getByRole('region', { name: 'Terkirim hari ini' })
      .or(home.getByLabel('Terkirim hari ini'))
      .first()
      .getByText('Toko Ibu')
      .waitFor()
  })

  test('is found by the search, and seen by an admin beside the number', async () => {
    await member.getByLabel('Cari Whatsapp').fill('toko')
    await rowOf(member, PHONE).getByText('Toko Ibu').waitFor()
    await admin.goto('/whatsapp')
    await admin.getByLabel('Cari Whatsapp').fill('ibu')
    await rowOf(admin, PHONE).getByText('Toko Ibu').waitFor()
    expect(
      await rowOf(admin, PHONE)
        .getByRole('button', { name: /Toko Ibu/ })
        .count(),
    ).toBeGreaterThan(0)
    expect(await admin.getByRole('menuitem', { name: 'Ubah nama' }).count()).toBe(0)
  })
})

describe('rule one-off-test: a test', () => {
  const press = () => admin.getByRole('button', { name: 'Kirim uji ke nomor sendiri' }).click()
  const choose = async (): Promise<void> => {
    await admin.getByLabel('Choose Sender', { exact: true }).click()
    await admin.keyboard.type(PHONE)
    await admin.getByRole('option', { name: PHONE }).click()
  }

  test('asks for what it needs, and for no receivers', async () => {
    await pickMenu(admin, 'Blaster')
    await press()
    await admin.getByText('Pilih pengirim.').waitFor()
    await admin.getByText('Tulis pesan.').waitFor()
    expect(await admin.getByText('Pilih penerima.').count()).toBe(0)
  })

  test('arrives at the sender’s own phone, once, and the page says so; rule daily-cap: the member sees it counted', async () => {
    await today(member, 0).first().waitFor()
    await today(home, 0).first().waitFor()
    await choose()
    await admin.getByText(`Pesan ini dikirim sekali ke ${PHONE}, nomor pengirim sendiri.`).waitFor()
    await admin.getByLabel('Message', { exact: true }).fill('Uji untuk {name}')
    await press()
    await admin.getByText(`Uji terkirim ke ${PHONE}.`).waitFor()
    await waitFor(async () =>
      expect((await sandbox.messages(PHONE)).map(({ from, text }) => [from, text])).toEqual([
        [PHONE, `Uji untuk Nama WA\n\n${WAY_OUT}`],
      ]),
    )
    const first = admin.getByRole('table', { name: 'Riwayat blaster' }).getByRole('row').nth(1)
    await first.getByText('Uji ke nomor sendiri').waitFor()
    await first.getByText('Selesai').waitFor()
    // told by an event, without a load
    await today(member, 1).first().waitFor()
    await today(home, 1).first().waitFor()
    await rowOf(member, PHONE).getByRole('progressbar', { name: 'Pesan hari ini dari batas harian' }).waitFor()
  })

  test('is not offered while all sending is paused, and the page says why', async () => {
    await boss.put('/admin/sending-pause', { paused: true, reason: 'Perawatan' })
    await admin.reload()
    await choose()
    await admin
      .getByText('Uji ke nomor sendiri belum dapat dikirim. Pengiriman sedang dijeda admin.', { exact: false })
      .waitFor()
    expect(await admin.getByRole('button', { name: 'Kirim uji ke nomor sendiri' }).count()).toBe(0)
    await boss.put('/admin/sending-pause', { paused: false })
  })

  test('leaves the editor of a template that nobody has saved, and nothing of the template is kept', async () => {
    await admin.goto('/message/create')
    await admin.getByRole('textbox', { name: 'Caption' }).click()
    await admin.keyboard.type('Dari *editor* untuk {name}')
    await press()
    const dialog = admin.getByRole('dialog', { name: 'Uji pesan' })
    await opened(dialog)
    await choose()
    await dialog.getByRole('button', { name: 'Kirim uji ke nomor sendiri' }).click()
    await dialog.getByText(`Uji terkirim ke ${PHONE}.`).waitFor()
    await waitFor(async () =>
      expect((await sandbox.messages(PHONE)).map(({ text }) => text)).toContain(
        `Dari *editor* untuk Nama WA\n\n${WAY_OUT}`,
      ),
    )
    const kept = await boss.get<{ data: [] }>('/admin/message/list-per-page?search=editor')
    expect(kept.data).toEqual([])
  })
})

test('rule list-keys: e names an account and d asks whether to remove it, while their menu is closed, which says the letters', async () => {
  const more = rowOf(member, PHONE).getByRole('button', { name: /^Tindakan lain untuk Toko Ibu/ })
  expect(await more.getAttribute('aria-keyshortcuts')).toBe('e d')
  await rowOf(member, PHONE).focus()
  await member.keyboard.press('e')
  await opened(member.getByRole('dialog', { name: 'Nama akun' }))
  await member.keyboard.press('Escape')
  await member.getByRole('dialog').waitFor({ state: 'detached' })
  await rowOf(member, PHONE).focus()
  await member.keyboard.press('d')
  await opened(member.getByRole('alertdialog'))
  await member.keyboard.press('Escape')
  await member.getByRole('alertdialog').waitFor({ state: 'detached' })
})

test('a name that is taken away gives way to WhatsApp’s', async () => {
  await askName('Ubah nama', 'Toko Ibu')
  await member.getByRole('dialog', { name: 'Nama akun' }).getByRole('button', { name: 'Hapus nama' }).click()
  await told(member, 'Nama akun dihapus. Nama dari WhatsApp dipakai lagi.')
  await member.getByLabel('Cari Whatsapp').fill('')
  await rowOf(member, PHONE).getByText('Nama WA', { exact: true }).waitFor()
})
