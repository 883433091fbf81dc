// The office pays many requests by one file, and money above the limit by two people.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser } from '../support/browser.ts'
import { dataRow, signIn, told } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const PAYOUTS = '/withdraw/requested/payouts'
let admin: Page
let boss: Person
const emailOf = (n: number): string => `warga${n}@uji.test`
const signedIn = (email: string): Promise<Person> => signInAt(browser.origin, email, PASSWORD)
beforeAll(async () => {
  boss = await signedIn('admin@demo.test')
  for (const [n, nominal] of [
    [11, 21_000],
    [12, 32_000],
  ] as const) {
    const member = await signedIn(emailOf(n))
    await boss.post('/admin/bonus/create', { userId: member.id, nominal, reason: 'rajin' })
    await member.post('/admin/withdraw/request', { nominal, userId: member.id })
  }
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})

describe('rule payout-batch:', () => {
  test('requests are chosen, downloaded as a file, and its result is applied; a wrong row is named', async () => {
    browser.expectProblem(/result/)
    await admin.goto('/withdraw/requested')
    await admin.getByRole('link', { name: 'Batch pembayaran' }).click()
    await admin.getByRole('button', { name: 'Buat batch' }).click()
    const choice = admin.getByRole('region', { name: 'Pilih permintaan' })
    await choice.getByRole('checkbox', { name: 'Pilih semua' }).uncheck()
    for (const n of [11, 12]) await choice.getByRole('checkbox', { name: new RegExp(`^Pilih Warga ${n} `) }).check()
    await choice.getByText(/^2 dipilih, total Rp.53\.000$/).waitFor()
    await choice.getByRole('button', { name: 'Buat batch' }).click()
    await admin.waitForURL(`**${PAYOUTS}?id=*`)
    const download = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Unduh berkas' }).click()
    const question = admin.getByRole('alertdialog', { name: 'Unduh berkas pertama kali?' })
    await question.getByText(/2 permintaan, total Rp.53\.000, tercatat dipesan di bank/).waitFor()
    await question.getByRole('button', { name: 'Unduh berkas' }).click()
    const sheet = await readFile(await (await download).path(), 'utf8')
    const [head = '', first = '', second = ''] = sheet.trim().split('\r\n')
    const upload = async (rows: string[]): Promise<void> => {
      await admin
        .getByLabel('Hasil dari bank', { exact: true })
        .and(admin.locator('input'))
        .setInputFiles({ name: 'hasil.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows].join('\n')) })
      await admin.getByRole('button', { name: 'Unggah hasil' }).click()
    }
    await upload([first.replace(/,,$/, ',Mungkin,')])
    await admin.getByText('Baris 2: Status "Mungkin" tidak dikenal. Tulis Diterima atau Dikembalikan.').waitFor()
    await upload([first.replace(/,,$/, ',Berhasil,'), second.replace(/,,$/, ',Gagal,Rekening tutup')])
    await admin.getByText('1 diterima, 1 dikembalikan. Yang dikembalikan menunggu persetujuan orang kedua.').waitFor()
    await dataRow(admin, 'Warga 12').getByText('Dikembalikan bank, menunggu orang kedua').waitFor()
    await admin
      .getByRole('row', { name: /Warga 11/ })
      .locator('input[type=file][accept*=png]')
      .setInputFiles({ name: 'bukti.png', mimeType: 'image/png', buffer: await admin.screenshot({ fullPage: false }) })
    await told(admin, 'Bukti disimpan.')
    await admin.getByRole('button', { name: /^Lihat bukti/ }).click()
    const proof = admin.getByRole('dialog').getByRole('img', { name: 'Bukti transfer' })
    await expect
      .poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 })
      .toBeGreaterThan(0)
    await admin.keyboard.press('Escape')
    const dev = await signedIn('dev@demo.test')
    const { data } = await dev.get<{ data: { id: string; kind: string }[] }>('/admin/approval/list-per-page')
    const back = data.find(({ kind }) => kind === 'return')
    await dev.put('/admin/approval/decide', { id: back?.id, approve: true })
    await admin.reload()
    await dataRow(admin, 'Rekening tutup').getByText('Dikembalikan', { exact: true }).waitFor()
  })
})

describe('rule second-person:', () => {
  test('a bonus above the limit waits, and the second person gives it', async () => {
    const name = 'Warga 13'
    await boss.put('/admin/setting/update', { second_person_above: 40_000 })
    await admin.goto(`/bonus/create?id=uji-warga-13`)
    await admin.getByText(name).first().waitFor()
    await admin.getByLabel('Nominal (Rp)').fill('45.000')
    await admin.getByRole('textbox', { name: 'Keterangan' }).fill('Juara tahun ini')
    await admin.getByRole('button', { name: 'Kirim', exact: true }).click()
    await told(admin, 'Menunggu persetujuan orang kedua. Lihat Permintaan Withdraw, Persetujuan.')
    await admin.goto('/withdraw/requested/approvals')
    await dataRow(admin, name).getByText('Menunggu orang lain').waitFor()
    expect(
      await dataRow(admin, name)
        .getByRole('button', { name: /^Setujui/ })
        .count(),
    ).toBe(0)
    const dev = await signIn(await browser.openWindow({ width: 360, height: 740 }), 'dev@demo.test')
    await dev.goto('/withdraw/requested/approvals')
    await dev.getByRole('button', { name: /^Setujui: Bonus/ }).click()
    await dev.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).click()
    await told(dev, 'Disetujui dan dijalankan.')
    await dev.getByText('Tidak ada yang menunggu persetujuan.').waitFor()
    await admin.goto('/bonus')
    await dataRow(admin, name)
      .getByText(/45\.000/)
      .waitFor()
    // who was made an admin by the asker today reads why they decide nothing, in place of the buttons
    await boss.put('/admin/users/uji-warga-14', { role: 'admin' })
    const made = await signIn(await browser.openWindow({ width: 360, height: 740 }), emailOf(14))
    const bonus = { userId: 'uji-warga-13', nominal: 41_000, reason: 'rajin' }
    const { approval } = await boss.post<{ approval: { id: string } }>('/admin/bonus/create', bonus)
    await made.goto('/withdraw/requested/approvals')
    await made.getByText(/^MenungguSatu admin dapat bertindak sebagai Anda .* atau Anda setelah .* WIB\.$/).waitFor()
    expect(await made.getByRole('button', { name: /^(Setujui|Tolak):/ }).count()).toBe(0)
    await boss.put('/admin/approval/decide', { id: approval.id, approve: false })
    await made.close()
    await boss.put('/admin/users/uji-warga-14', { role: 'member' })
    await (await signedIn('dev@demo.test')).put('/admin/setting/update', { second_person_above: 0 })
    const [waiting] = (await boss.get<{ data: { id: string }[] }>('/admin/approval/list-per-page')).data
    if (waiting) await boss.put('/admin/approval/decide', { id: waiting.id, approve: true })
  })
})
