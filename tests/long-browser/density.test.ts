// How much of a list an office sees at once: rows of one line, in a window of either usual size, and cards on a phone; what it
// scrolls by stays in sight.
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { signIn } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const WINDOWS = [
  { width: 1280, height: 800, least: 14 },
  { width: 1920, height: 1080, least: 22 },
]
const REQUESTS = 26
const NOMINAL = 10_000
const asked: string[] = []
let page: Page
let boss: Person
let member: Person
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  member = await signInAt(browser.origin, emailOf('rapat'), PASSWORD)
  const bank = { account_bank: 'BCA', account_name: 'Rapat', account_number: '5550003333' }
  await member.put(`/admin/users/${member.id}`, { ...bank, current_password: PASSWORD })
  await boss.post('/admin/bonus/create', { userId: member.id, nominal: REQUESTS * NOMINAL, reason: 'Uji kerapatan' })
  for (let i = 0; i < REQUESTS; i++) {
    const request = { nominal: NOMINAL, userId: member.id }
    const { data } = await member.post<{ data: { id: string } }>('/admin/withdraw/request', request)
    asked.push(data.id)
  }
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})
/** A request of a paused member says why it waits. */
const REASON = 'Banyak keluhan dari penerima dalam dua minggu terakhir. '.repeat(3).trim()
const turn = (status: 'active' | 'paused'): Promise<unknown> =>
  boss.put(`/admin/users/${member.id}/status`, { status, reason: REASON })
afterAll(async () => {
  for (const id of asked) await member.post('/admin/withdraw/cancel', { id })
})

const rows = (): Locator => page.locator('tr[data-row]')
/** Rows that are seen whole: below the head, and above the sums where those stand. */
const seenRows = (): Promise<number> =>
  page.evaluate(() => {
    const sums = document.querySelector('[data-foot] th')?.getBoundingClientRect().top ?? innerHeight
    const end = Math.min(sums, innerHeight)
    const isSeen = ({ top, bottom }: DOMRect): boolean => top >= 0 && bottom <= end
    return [...document.querySelectorAll('tr[data-row]')].filter((row) => isSeen(row.getBoundingClientRect())).length
  })
const barHeight = async (): Promise<number> => (await page.locator('[data-toolbar]').boundingBox())?.height ?? 0

const LISTS = ['/phonenumber', '/member', '/withdraw/requested']
test.each(WINDOWS.flatMap((size) => LISTS.map((path) => ({ ...size, path }))))(
  '$path shows $least rows at $width × $height, under one line of tools',
  async ({ width, height, least, path }) => {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await rows().nth(least).waitFor()
    await waitFor(async () => expect(await seenRows()).toBeGreaterThanOrEqual(least))
    expect(await barHeight()).toBeLessThan(52)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  },
)

test('a wide window is used up to 1,600 pixels', async () => {
  await page.setViewportSize({ width: 2560, height: 1080 })
  await page.goto('/member')
  await rows().first().waitFor()
  expect((await page.getByRole('main').boundingBox())?.width).toBe(1_600)
})

test('head, first column and sums stay in sight while the list is scrolled', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/withdraw/requested')
  await rows().nth(25).waitFor()
  const sum = page.getByRole('rowheader', { name: /^\d+ permintaan menunggu$/ })
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 400)
  const head = page.getByRole('columnheader', { name: 'Member' })
  const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? Number.NaN
  await waitFor(async () => expect(await topOf(rows().first())).toBeLessThan(0))
  expect(await topOf(head)).toBeGreaterThan(0)
  expect(await topOf(head)).toBeLessThan(120)
  expect(await topOf(sum)).toBeLessThan(800)
  // narrower than its columns, it scrolls sideways, and still says which row is which
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto('/member')
  await rows().first().waitFor()
  const box = page.getByRole('region', { name: 'Daftar Member' })
  const name = rows().first().getByRole('cell').first()
  const left = async (): Promise<number> => (await name.boundingBox())?.x ?? Number.NaN
  const before = await left()
  const moved = await box.evaluate((element) => {
    element.scrollLeft = 200
    return element.scrollLeft
  })
  expect(moved).toBeGreaterThan(0)
  expect(await left()).toBe(before)
})

test('a page has 20, 50 or 100 rows, as the address says or as was chosen last on this device', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/member')
  const size = page.getByRole('combobox', { name: 'Baris per halaman' })
  await waitFor(async () => expect(await size.inputValue()).toBe('50'))
  await size.selectOption('20')
  await waitFor(async () => expect(await rows().count()).toBe(20))
  expect(new URL(page.url()).searchParams.get('limit')).toBe('20')
  await page.goto('/phonenumber')
  await waitFor(async () => expect(await rows().count()).toBe(20))
  await page.goto('/phonenumber?page=2&limit=20')
  await rows().first().waitFor()
  // the row that stood first stays on the page
  const first = await rows().first().getByRole('cell').nth(1).locator('p').first().innerText()
  await size.selectOption('50')
  await page.locator('tr[data-row]', { hasText: first }).waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
})

test('on a phone a card is no higher than 140 pixels', async () => {
  await turn('paused')
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [...LISTS, '/bonus', '/suppression', '/proxy']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    const cards = page.locator('[data-list] ul > li')
    if (LISTS.includes(path)) await cards.first().waitFor()
    const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))
    expect([path, Math.max(0, ...heights)]).toEqual([path, expect.toSatisfy((most: number) => most <= 140)])
  }
  // what a card cuts off stands whole in what it opens
  await page.goto('/withdraw/requested?status=requested')
  await page.getByRole('button', { name: 'Rapat', exact: false, expanded: false }).first().click()
  await page.getByText(REASON).last().waitFor()
  await turn('active')
  await page.setViewportSize({ width: 1280, height: 800 })
})
