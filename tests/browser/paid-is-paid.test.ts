// Accepted is not yet paid: the office says what it transferred and what the bank sent back, and the member sees where their money is.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, signIn, told } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser({ ahead: true })
const signedIn = (email: string): Promise<Person> => signInAt(browser.origin, email, PASSWORD)
const NOMINAL = 17_300
const LATER = 18_350
const LAST = 19_475
let admin: Page
let member: Page
beforeAll(async () => {
  const boss = await signedIn('admin@demo.test')
  const person = await signedIn('warga15@uji.test')
  await boss.post('/admin/bonus/create', { userId: person.id, nominal: NOMINAL + LATER + LAST, reason: 'rajin' })
  await person.post('/admin/withdraw/request', { nominal: NOMINAL, userId: person.id })
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
  member = await signIn(await browser.openWindow(), 'warga15@uji.test')
  await member.goto('/withdraw')
})
const chip = (name: string) => admin.getByRole('group', { name: 'Status permintaan' }).getByRole('button', { name })

describe('rule paid-is-paid:', () => {
  test('an accepted request is shown as not transferred until someone says under which reference', async () => {
    await admin.goto('/withdraw/requested')
    const row = dataRow(admin, '17.300')
    await row.getByRole('button', { name: /^Terima/ }).click()
    const asked = admin.getByRole('alertdialog', { name: 'Terima' })
    // two people may have one name
    await asked.getByText(/••••\S+ a\.n\. .+ · .+\d\d\.\d\d$/).waitFor()
    await asked.getByRole('button', { name: 'Ya' }).click()
    await admin.getByRole('dialog', { name: 'Transfer sekarang' }).getByRole('button', { name: 'Nanti' }).click()
    await told(admin, 'Belum ditransfer. Permintaannya ada pada saringan Diterima.')
    const mine = dataRow(member, '17.300')
    await mine.getByText(/Disetujui .* Transfernya menyusul\./).waitFor()
    await chip('Diterima').click()
    await row.getByText('Belum ditransfer').waitFor()
    expect(await row.getByRole('button', { name: /^Batalkan/ }).count()).toBe(1)
    await row.getByRole('button', { name: /^Sudah saya transfer/ }).click()
    const dialog = admin.getByRole('dialog', { name: 'Sudah saya transfer' })
    const save = dialog.getByRole('button', { name: 'Sudah saya transfer' })
    await save.click()
    await dialog.getByText('Isi nomor referensi dari bank: 3 sampai 64 huruf atau angka.').waitFor()
    await dialog.getByLabel('Nomor referensi dari bank').fill('TRX 0042/11')
    await save.click()
    await told(admin, 'Tercatat sudah ditransfer. Buka permintaannya untuk mengunggah bukti.')
    await row.getByText('Ref. TRX 0042/11').waitFor()
    await row.getByText('Ditransfer', { exact: true }).waitFor()
    expect(await row.getByRole('button', { name: /^Batalkan/ }).count()).toBe(0)
    await mine.getByText('Referensi bank: TRX 0042/11.').waitFor()
    expect(await mine.getByRole('button', { name: /^Batalkan/ }).count()).toBe(0)
  })

  test('an image makes it paid, and every step and proof stays to be seen', async () => {
    const row = dataRow(admin, '17.300')
    await row.getByRole('button', { name: /^Warga 15/ }).click()
    // the person who accepted it is not said to have transferred it
    await admin
      .getByRole('region', { name: 'Rekening tujuan' })
      .getByText(/^Diterima oleh/)
      .waitFor()
    await admin
      .getByRole('list', { name: 'Riwayat langkah' })
      .getByText(/^Ditransfer oleh/)
      .waitFor()
    const image = { name: 'bukti.png', mimeType: 'image/png', buffer: await admin.screenshot({ fullPage: false }) }
    for (let n = 1; n <= 2; n++) {
      await admin.locator('input[type=file][accept*=png]').setInputFiles(image)
      await admin
        .getByRole('group', { name: 'Bukti' })
        .getByRole('button', { name: new RegExp(`Bukti transfer ${n} `) })
        .waitFor()
    }
    await row.getByText('Dibayar', { exact: true }).waitFor()
    await dataRow(member, '17.300')
      .getByText(/^Dibayar .* ke tujuan ini/)
      .waitFor()
  })

  test('what the bank sent back asks a second person, who sees the proof and the account, and is the member’s again', async () => {
    const row = dataRow(admin, '17.300')
    await row.getByRole('button', { name: /^Dikembalikan bank/ }).click()
    const dialog = admin.getByRole('dialog', { name: 'Dikembalikan bank' })
    await dialog.getByText(/Orang kedua harus menyetujuinya, berapa pun nominalnya\./).waitFor()
    await dialog.getByLabel('Alasan').fill('Rekening tutup')
    const send = dialog.getByRole('button', { name: 'Dikembalikan bank' })
    await send.click()
    await dialog.getByText('Pilih gambar yang membuktikannya.').waitFor()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'mutasi.png', mimeType: 'image/png', buffer: await admin.screenshot() })
    await send.click()
    await row.getByText(/^Dikembalikan bank menurut .*, menunggu orang kedua$/).waitFor()
    expect(await row.getByRole('button', { name: /^Dikembalikan bank/ }).count()).toBe(0)
    const dev = await signIn(await browser.openWindow(), 'dev@demo.test')
    await dev.goto('/withdraw/requested/approvals')
    const question = dataRow(dev, '17.300')
    await question.getByText(/^Rekening: .* a\.n\. /).waitFor()
    await question.getByText('Alasan dari bank: Rekening tutup').waitFor()
    await question.getByRole('button', { name: /^Lihat bukti/ }).click()
    const proof = dev.getByRole('dialog').getByRole('img', { name: 'Bukti transfer' })
    await proof.evaluate((image: HTMLImageElement) => image.decode())
    await dev.keyboard.press('Escape')
    await question.getByRole('button', { name: /^Setujui/ }).click()
    await dev.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).click()
    await told(dev, 'Disetujui dan dijalankan.')
    const mine = dataRow(member, '17.300')
    await mine.getByText('Dikembalikan bank', { exact: true }).waitFor()
    await mine.getByText('Rekening tutup. Dananya kembali ke saldo.').waitFor()
    await dev.goto('/reconciliation')
    await dev.getByText('Tidak ada permintaan yang dipesan lebih dari sekali tanpa dikembalikan bank.').waitFor()
    await dev.getByRole('region', { name: 'Pesanan transfer di bank' }).waitFor()
  })

  test('who is about to transfer is told when somebody was faster, and its member that a changed account changes nothing', async () => {
    const person = await signedIn('warga15@uji.test')
    await person.post('/admin/withdraw/request', { nominal: LATER, userId: person.id })
    await admin.goto('/withdraw/requested')
    const row = dataRow(admin, '18.350')
    await row.getByRole('button', { name: /^Terima/ }).click()
    await admin.getByRole('alertdialog', { name: 'Terima' }).getByRole('button', { name: 'Ya' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Transfer sekarang' })
    await dialog.getByRole('region', { name: 'Rekening tujuan' }).waitFor()
    const { list } = await person.get<{ list: { id: string; nominal: number }[] }>(
      `/admin/withdraw/history/${person.id}`,
    )
    const id = list.find(({ nominal }) => nominal === LATER)?.id
    await (await signedIn('dev@demo.test')).post('/admin/withdraw/ordered', { id, reference: 'TRX 0043/11' })
    await dialog
      .getByText(/^Jangan transfer\. Ditransfer oleh .+: permintaan ini sudah tidak menunggu transfer\.$/)
      .waitFor()
    expect(await dialog.getByRole('region', { name: 'Rekening tujuan' }).count()).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Sudah saya transfer' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Tutup' }).last().click()

    await person.post('/admin/withdraw/request', { nominal: LAST, userId: person.id })
    const bank = { account_bank: 'BRI', account_number: '5550001515', account_name: 'Warga 15' }
    await person.put(`/admin/users/${person.id}`, { ...bank, current_password: PASSWORD })
    await member.reload()
    const waits = dataRow(member, '19.475')
    await waits.getByText(/^Rekening Anda diubah sesudah permintaan ini, .+ batalkan lalu ajukan lagi\.$/).waitFor()
    // on a phone's card it does not run on from the sentence before
    const wide = member.viewportSize() ?? { width: 1280, height: 800 }
    await member.setViewportSize({ width: 360, height: 740 })
    const onCard = member.getByText(/^Rekening Anda diubah/)
    await waitFor(async () => expect(await onCard.evaluate((it) => getComputedStyle(it).display)).toBe('block'))
    await member.setViewportSize(wide)
    await waits.getByRole('button', { name: /^Batalkan/ }).click()
    await member.getByRole('alertdialog').getByRole('button', { name: 'Ya, batalkan' }).click()
    await waits.getByText('Dibatalkan', { exact: true }).waitFor()
    expect(await waits.getByText(/^Rekening Anda diubah/).count()).toBe(0)
  })
})
