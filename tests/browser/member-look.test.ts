// What a member's screens say first, on the phone that members have.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { goTo, signIn } from '../support/journeys.ts'

const browser = useBrowser()
const PHONE = { width: 360, height: 740 }
let page: Page
browser.prepare(async () => {
  page = await signIn(await browser.openWindow(PHONE), 'member@demo.test')
})
/** From the top of the window. */
const edges = async (place: Locator): Promise<{ top: number; bottom: number }> => {
  await place.waitFor()
  const box = await place.boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? 0) }
}

test('home: the balance, what today earned and the one main button stand above the fold, and no sum stands twice', async () => {
  const summary = page.getByRole('region', { name: 'Ringkasan' })
  await summary.getByTestId('lead-balance').waitFor()
  const main = await edges(summary.getByRole('link').first())
  expect(main.bottom).toBeLessThanOrEqual(PHONE.height)
  for (const title of ['TOTAL SISA SALDO AKUN', 'TOTAL PENDAPATAN HARI INI']) {
    expect((await edges(page.getByRole('group', { name: title }))).bottom).toBeLessThanOrEqual(main.top)
    expect(await page.getByRole('group', { name: title }).count()).toBe(1)
  }
})

test('withdraw: how much there is stands over the form, and the button says what it asks for', async () => {
  await goTo(page, '/withdraw')
  const form = page.getByRole('region', { name: 'Ajukan withdraw' })
  const balance = await edges(form.getByText(/^Rp\s[\d.]+$/).first())
  expect(balance.bottom).toBeLessThanOrEqual((await edges(page.getByLabel('Nominal (Rp)'))).top)
  await page.getByLabel('Nominal (Rp)').fill('50.000')
  expect((await edges(page.getByRole('button', { name: /^Ajukan Rp\s50\.000$/ }))).bottom).toBeLessThanOrEqual(
    PHONE.height,
  )
  await page.getByLabel('Nominal (Rp)').fill('')
})

test('amounts: a card says Rp before each, a table once in its head and then to who listens', async () => {
  await goTo(page, '/withdraw/statement')
  const table = page.getByRole('table', { name: 'Sudah dibukukan' })
  const amount = page.getByRole('main').getByText(/^[-+]?Rp\s[\d.,]+$/)
  const sign = amount.first().locator('span')
  const width = async (): Promise<number> => (await sign.boundingBox())?.width ?? Number.NaN
  await amount.first().waitFor()
  expect(await width()).toBeGreaterThan(8)
  await page.setViewportSize({ width: 1280, height: 800 })
  await table.getByRole('columnheader', { name: 'Jumlah (Rp)', exact: true }).waitFor()
  await table.getByRole('columnheader', { name: 'Saldo sesudahnya (Rp)', exact: true }).waitFor()
  const cell = table.getByRole('cell', { name: /Rp\s[\d.,]+$/ }).first()
  await cell.waitFor()
  expect(await width()).toBeLessThanOrEqual(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  await page.setViewportSize(PHONE)
})

test('a message of the page lies over the header, on no button of the screen', async () => {
  await goTo(page, '/referral')
  const press = page.getByRole('button', { name: 'Salin tautan' })
  await press.click()
  const said = page.getByRole('region', { name: /^Pemberitahuan/ }).getByRole('listitem')
  await said.waitFor()
  // it slides to its place
  await said.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)))
  expect((await edges(said)).bottom).toBeLessThanOrEqual((await edges(press)).top)
})

test('the bank account is changed where it stands, and the window opens at it', async () => {
  const number = page.getByRole('dialog', { name: 'Edit Profil' }).getByLabel('Nomor rekening')
  const isAtIt = () => number.evaluate((field) => field === document.activeElement)
  await goTo(page, '/withdraw')
  await page.getByRole('link', { name: 'Ubah rekening', exact: true }).click()
  await waitFor(async () => expect(await isAtIt()).toBe(true))
  await page.keyboard.press('Escape')
  await number.waitFor({ state: 'detached' })
  // they came from their withdraws, and go on there
  await page.waitForURL(/\/withdraw$/)
  await goTo(page, '/profile')
  await page.getByRole('region', { name: 'Rekening' }).getByRole('button', { name: 'Ubah rekening' }).click()
  await waitFor(async () => expect(await isAtIt()).toBe(true))
  await page.keyboard.press('Escape')
})
