// Two people, or one with two tabs, who edit the same at once: the second one sees both values and chooses (rule edit-versions).
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { goTo, signIn, told } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
let boss: Person
let before: Setting['setting']
let first: Page
let second: Page
type Setting = { setting: { info: string; payout_days: number } }
const settings = async () => (await boss.get<Setting>('/admin/setting/get')).setting
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'dev@demo.test', PASSWORD)
  const { info, payout_days } = await settings()
  before = { info, payout_days }
})
browser.prepare(async () => {
  const window = await browser.openWindow({ width: 360, height: 740 })
  first = await signIn(window, 'admin@demo.test')
  second = await window.newPage()
  await second.goto('/settings')
})
afterAll(() => boss.put('/admin/setting/update', before))

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Sudah diubah orang lain' })
const field = (page: Page, name: string): Locator => question(page).getByRole('group', { name, exact: true })
/** By the keyboard: on a narrow screen the last message lies over the button for a while. */
const save = (page: Page) => page.getByRole('button', { name: 'Simpan', exact: true }).press('Enter')
const choose = (page: Page) => question(page).getByRole('button', { name: 'Simpan dengan pilihan ini' }).press('Enter')

describe('rule edit-versions: settings in two tabs', () => {
  test('the second reads what was, what is now with who wrote it, and what they typed', async () => {
    browser.expectProblem(/409/)
    await goTo(first, '/settings')
    await first.getByLabel('Info pengumuman').fill('Dari tab satu')
    await second.getByLabel('Info pengumuman').fill('Dari tab dua')
    await first.getByLabel('Withdraw dibayar dalam (hari kerja)').fill('4')
    await save(first)
    await told(first, 'Pengaturan sudah disimpan.')
    await save(second)
    const info = field(second, 'Info pengumuman')
    await info.getByText('Dari tab satu', { exact: true }).waitFor()
    await info.getByText('Dari tab dua', { exact: true }).waitFor()
    await info.getByText(before.info || 'kosong', { exact: true }).waitFor()
    await info.getByText(/diubah \S+.*, \d\d\.\d\d/).waitFor()
    const days = field(second, 'Withdraw dibayar dalam (hari kerja)')
    expect(await days.getByLabel('Pakai punya mereka').isChecked()).toBe(true)
    expect(await question(second).getByRole('group').count()).toBe(2)
    const wide = await question(second).evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(wide).toBe(0)
    expect((await settings()).info).toBe('Dari tab satu')
  })

  test('nothing is saved before both have a choice, which the keyboard makes, too', async () => {
    await choose(second)
    const info = field(second, 'Info pengumuman')
    await info.getByRole('alert').waitFor()
    await second.keyboard.press('ArrowDown')
    expect(await info.getByLabel('Pakai punya saya').isChecked()).toBe(true)
    await second.keyboard.press('Enter')
    await told(second, 'Pengaturan sudah disimpan.')
    expect(await settings()).toMatchObject({ info: 'Dari tab dua', payout_days: 4 })
    expect(await second.getByLabel('Withdraw dibayar dalam (hari kerja)').inputValue()).toBe('4')
  })

  test('who does not choose keeps what they typed, and is asked again', async () => {
    browser.expectProblem(/409/)
    await boss.put('/admin/setting/update', { info: 'Dari dev' })
    await second.getByLabel('Info pengumuman').fill('Dari tab dua lagi')
    await save(second)
    await question(second).getByRole('button', { name: 'Batal' }).click()
    await second.getByText(/^Error: Ini sudah diubah sejak Anda membukanya/).waitFor()
    expect(await second.getByLabel('Info pengumuman').inputValue()).toBe('Dari tab dua lagi')
    await save(second)
    await field(second, 'Info pengumuman').getByLabel('Pakai punya mereka').check()
    await choose(second)
    // the word that an earlier save stood for may still be shown
    await waitFor(async () => expect(await second.getByLabel('Info pengumuman').inputValue()).toBe('Dari dev'))
    expect((await settings()).info).toBe('Dari dev')
  })
})

test('rule edit-versions: a template keeps what each of two people changed', async () => {
  browser.expectProblem(/409/)
  type Message = { message: { id: string; name: string; text: string } }
  const { message } = await boss.post<Message>('/admin/message/create', { name: 'Dua orang', text: 'Halo' })
  await goTo(first, `/message/edit?id=${message.id}`)
  const name = first.getByLabel('Nama template')
  await name.fill('Nama saya')
  await boss.put(`/admin/message/${message.id}`, { name: 'Nama mereka', text: 'Halo dari mereka' })
  await save(first)
  await field(first, 'Nama template').getByLabel('Pakai punya saya').check()
  await question(first).getByText('Halo dari mereka', { exact: true }).waitFor()
  await choose(first)
  await first.waitForURL(/\/message$/)
  const after = await boss.get<Message>(`/admin/message/${message.id}`)
  expect(after.message).toMatchObject({ name: 'Nama saya', text: 'Halo dari mereka' })
  await boss.delete(`/admin/message/${message.id}`)
})

test('rule usual-price: a price far above the usual is typed twice, and the second person reads how far', async () => {
  browser.expectProblem(/422/)
  type Asked = { data: { id: string }[] }
  const waiting = () => boss.get<Asked>('/admin/approval/list-per-page')
  await goTo(first, '/level/edit?id=demo-level-2')
  const fee = first.getByLabel('Harga Blast Rp.')
  await fee.fill('500.000')
  await save(first)
  const again = first.getByRole('dialog', { name: 'Ketik sekali lagi' })
  await again.getByText(/^Rp 500\.000 lebih dari 3 kali yang biasa, yaitu Rp 125\./).waitFor()
  expect(await again.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await again.getByLabel('Jumlah yang sama (Rp)').fill('50.000')
  await first.keyboard.press('Enter')
  await again.getByText('Tidak sama dengan yang pertama. Kembali dan periksa jumlahnya.').waitFor()
  await again.getByRole('button', { name: 'Batal' }).click()
  expect(await fee.inputValue()).toBe('500.000')
  expect((await waiting()).data).toEqual([])
  await save(first)
  await again.getByLabel('Jumlah yang sama (Rp)').fill('500000')
  await first.keyboard.press('Enter')
  await told(first, 'Menunggu persetujuan orang kedua. Lihat Permintaan Withdraw, Persetujuan.')
  await goTo(second, '/withdraw/requested/approvals')
  await second.getByText('Rp 500.000 adalah 4.000 kali yang biasa, yaitu Rp 125. Periksa baik-baik.').waitFor()
  for (const { id } of (await waiting()).data) await boss.put('/admin/approval/decide', { id, approve: false })
})
