// Notices: the bell, its list, and what a device shows (rule notices).
import type { Cookie, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn as enter } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { goTo, signIn } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
type Withdraw = { data: { id: string } }
/** Both on one sign-in each, so that there is one notice of a new device, the first window's. */
const makePeople = async () => {
  const [admin, member] = await Promise.all([
    enter(browser.origin, 'admin@demo.test', PASSWORD),
    enter(browser.origin, emailOf('kabar'), PASSWORD),
  ])
  const bank = { account_bank: 'BCA', account_name: 'Kabar', account_number: '1234567' }
  await member.put(`/admin/users/${member.id}`, { ...bank, current_password: PASSWORD })
  return { admin, member }
}
let people: ReturnType<typeof makePeople> | undefined
let device: Cookie[] = []
/** Of the bank details, and of the device. */
const OTHER_NOTICES = 2
/** A window of a device that is known from the second one on. */
const openKnown = async (size?: { width: number; height: number }): Promise<Page> => {
  const context = await browser.openWindow(size)
  await context.addCookies(device)
  const page = await signIn(context, emailOf('kabar'))
  if (device.length > 0) return page
  device = (await context.cookies()).filter(({ name }) => name.endsWith('device'))
  const { member } = await (people ??= makePeople())
  await member.post('/admin/notice/read', { up_to: Number.MAX_SAFE_INTEGER })
  return page
}
/** A request of this member, decided at once. */
const withdraw = async (nominal: number, status: 'accepted' | 'rejected'): Promise<void> => {
  const { admin, member } = await (people ??= makePeople())
  const userId = member.id
  await admin.post('/admin/bonus/create', { userId, nominal, reason: 'Untuk uji' })
  const { data } = await member.post<Withdraw>('/admin/withdraw/request', { nominal, userId })
  await admin.put('/admin/withdraw/update', { id: data.id, status })
}
const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifikasi' })

describe('the bell', () => {
  test('rule notices: counts live, lists by name, leads to where one acts, and is read when opened', async () => {
    people ??= makePeople()
    await people
    const page = await openKnown()
    await goTo(page, '/referral')
    await bell(page, 'Notifikasi').waitFor()
    // on a screen whose rows no event changes
    await withdraw(20_000, 'rejected')
    await bell(page, 'Notifikasi, 1 belum dibaca').waitFor()
    await withdraw(30_000, 'accepted')
    await bell(page, 'Notifikasi, 2 belum dibaca').waitFor()
    expect(await page.getByText('Ada notifikasi baru. Notifikasi, 2 belum dibaca').count()).toBe(1)

    // by the keyboard: opened, its first link, its screen
    await bell(page, 'Notifikasi, 2 belum dibaca').focus()
    await page.keyboard.press('Enter')
    const links = panel(page).getByRole('list', { name: 'Notifikasi' }).getByRole('link')
    await links.first().waitFor()
    expect((await links.allInnerTexts()).slice(0, 2)).toMatchObject([
      expect.stringContaining('Withdraw Rp 30.000 disetujui. Transfernya menyusul.'),
      expect.stringContaining('Withdraw Rp 20.000 ditolak dan dananya kembali ke saldo Anda.'),
    ])
    await links.first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/withdraw')
    await panel(page).waitFor({ state: 'detached' })
    await bell(page, 'Notifikasi, 1 belum dibaca').waitFor()
    await page.reload()
    await bell(page, 'Notifikasi, 1 belum dibaca').waitFor()
  })

  test('marks all as read, in every tab', async () => {
    const page = await openKnown({ width: 360, height: 740 })
    const other = await page.context().newPage()
    await other.goto('/referral')
    await bell(other, 'Notifikasi, 1 belum dibaca').waitFor()
    await bell(page, 'Notifikasi, 1 belum dibaca').click()
    const box = await panel(page).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360, 'the list is on the screen').toBe(true)
    await panel(page).getByRole('button', { name: 'Tandai semua dibaca' }).click()
    await panel(page).getByRole('button', { name: 'Semua sudah dibaca' }).waitFor()
    await bell(other, 'Notifikasi').waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await waitFor(async () =>
      expect(await bell(page, 'Notifikasi').evaluate((button) => button === document.activeElement)).toBe(true),
    )
  })

  test('shows older ones page by page', async () => {
    for (let i = 0; i < 10; i++) await withdraw(10_000 + i, 'accepted')
    const page = await openKnown()
    await bell(page, 'Notifikasi, 10 belum dibaca').click()
    const links = panel(page).getByRole('list', { name: 'Notifikasi' }).getByRole('link')
    await waitFor(async () => expect(await links.count()).toBe(10))
    await panel(page).getByRole('button', { name: 'Muat yang lebih lama' }).click()
    await waitFor(async () => expect(await links.count()).toBe(12 + OTHER_NOTICES))
    await panel(page).getByRole('button', { name: 'Muat yang lebih lama' }).waitFor({ state: 'detached' })
  })
})
