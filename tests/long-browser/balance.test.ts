// The figures of a member's balance: they add up line by line, and move together without a reload.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, linkByQr, pickMenu, signIn, startBlast, stopBlast } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PRICE = 100
const PHONE = '6281230000052'
/** accepted: and not transferred yet. */
const LINES = ['income', 'bonus', 'referral', 'requested', 'accepted', 'transferred', 'balance'] as const
type Lines = Record<(typeof LINES)[number], number>
let page: Page
let boss: Person
let member: Person
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  member = await signInAt(browser.origin, emailOf('hitung'), PASSWORD)
  const bank = {
    account_bank: 'BCA',
    account_number: '5550001111',
    account_name: 'Hitung Uji',
    current_password: PASSWORD,
  }
  await member.put(`/admin/users/${member.id}`, bank)
  page = await signIn(await browser.openWindow(), emailOf('hitung'))
  await pickMenu(page, 'Withdraw')
})

const panel = () =>
  page.getByRole('region', { name: 'Saldo', exact: true }).or(page.locator('[aria-label="Saldo"]')).first()
/** The shown lines in rupiah, all read at once. */
const shown = async (): Promise<Lines> => {
  const texts = await panel().getByRole('definition').allInnerTexts()
  // what has not come yet is no zero
  const figures = texts.map((text) =>
    text.trim() === '' ? Number.NaN : Number(text.replaceAll(/[^\d,-]/g, '').replace(',', '.')),
  )
  return Object.fromEntries(LINES.map((line, i) => [line, figures[i]])) as Lines
}
/** Waits until the lines show this, and sees that they add up as they stand. */
const becomes = async (wanted: Partial<Lines>): Promise<Lines> => {
  let lines = await shown()
  await waitFor(async () => {
    lines = await shown()
    expect(lines).toMatchObject(wanted)
  })
  const out = lines.requested + lines.accepted + lines.transferred
  expect(lines.income + lines.bonus + lines.referral - out).toBe(lines.balance)
  return lines
}
const request = async (nominal: string): Promise<void> => {
  await page.getByLabel('Nominal (Rp)').fill('')
  await page.getByLabel('Nominal (Rp)').pressSequentially(nominal)
  await page.getByRole('button', { name: /^Ajukan( Rp|$)/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kirim permintaan' }).click()
}

test('rule balance-lines: begin with nothing, and a bonus moves two of them', async () => {
  await becomes({ bonus: 0, balance: 0 })
  await boss.post('/admin/bonus/create', { userId: member.id, nominal: 50_000, reason: 'Selamat datang' })
  await becomes({ bonus: 50_000, balance: 50_000 })
})

test('rule balance-lines: a message that arrives moves income and balance', async () => {
  const other = await page.context().newPage()
  await other.goto(`${browser.origin}/`)
  await linkByQr(other, sandbox, PHONE, 'Hitung')
  await startBlast(other, PHONE)
  await waitFor(async () => expect((await shown()).income).toBeGreaterThan(0))
  await stopBlast(other, PHONE)
  await other.close()
  // what was on its way at the stop still earns
  let income = 0
  await waitFor(async () => {
    const acked = (await sandbox.sentBy(PHONE)).filter((sent) => sent.acked).length
    income = (await shown()).income
    expect(income).toBe(acked * PRICE)
  })
  const lines = await becomes({ bonus: 50_000, income })
  expect(lines.balance).toBe(50_000 + lines.income)
})

test('an amount is grouped while it is typed', async () => {
  const box = page.getByLabel('Nominal (Rp)')
  await box.fill('')
  await box.pressSequentially('150000')
  expect(await box.inputValue()).toBe('150.000')
  await box.press('Backspace')
  expect(await box.inputValue()).toBe('15.000')
  for (let i = 0; i < 4; i++) await box.press('ArrowLeft')
  await box.pressSequentially('2')
  expect(await box.inputValue()).toBe('152.000')
  await box.fill('10.5')
  expect(await box.inputValue()).toBe('10.5')
})

test('rule withdraw-cancel: a request holds, its cancellation gives back, and it can be asked again', async () => {
  const before = await shown()
  await request('20000')
  await becomes({ requested: 20_000, balance: before.balance - 20_000 })
  const row = dataRow(page, '20.000')
  await row.getByText('BCA ••••1111 a.n. Hitung Uji').waitFor()
  await row.getByRole('button', { name: /^Batalkan/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ya, batalkan' }).click()
  await row.getByText('Anda membatalkannya. Dananya kembali ke saldo.').waitFor()
  await becomes({ requested: 0, balance: before.balance })
  await row.getByRole('button', { name: /^Ajukan lagi/ }).click()
  expect(await page.getByLabel('Nominal (Rp)').inputValue()).toBe('20.000')
})

test('rule balance-lines: a payment moves from what waits to what is paid, a rejection back with its reason', async () => {
  const before = await shown()
  const ask = async (nominal: number): Promise<string> => {
    const { data } = await member.post<{ data: { id: string } }>('/admin/withdraw/request', {
      nominal,
      userId: member.id,
    })
    return data.id
  }
  const [first, second] = [await ask(10_000), await ask(15_000)]
  await becomes({ requested: 25_000, accepted: 0 })
  await boss.put('/admin/withdraw/update', { id: first, status: 'accepted' })
  await becomes({ requested: 15_000, accepted: 10_000, balance: before.balance - 25_000 })
  await boss.put('/admin/withdraw/update', { id: second, status: 'rejected', reason: 'Nomor rekening salah' })
  await becomes({ requested: 0, accepted: 10_000, balance: before.balance - 10_000 })
  await dataRow(page, '15.000').getByText('Nomor rekening salah. Dananya kembali ke saldo.').waitFor()
  await dataRow(page, '10.000')
    .getByText(/^Disetujui/)
    .waitFor()
})
