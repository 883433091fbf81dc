// All of a member's accounts at once; whose an account is; the referral link passed on.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { linkByQr, openLinking, pickMenu, rowOf, seeQr, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const FIRST = '6281230000061'
const SECOND = '6281230000062'
const OPEN = { send_window_start: '00:00', send_window_end: '24:00' }
/** A minute half a day away: a blast waits, where the account that claims first would leave none to the other. */
const closedNow = (): typeof OPEN => {
  const at = String((new Date().getUTCHours() + 7 + 12) % 24).padStart(2, '0')
  return { send_window_start: `${at}:00`, send_window_end: `${at}:01` }
}
let boss: Person
let page: Page
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
})
afterAll(() => boss.put('/admin/setting/update', OPEN))
browser.prepare(async () => {
  const context = await browser.openWindow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await signIn(context, emailOf('semua'))
  await linkByQr(page, sandbox, FIRST, 'Satu')
})
const pickAll = async (name: 'Mulai semua' | 'Hentikan semua'): Promise<void> => {
  await page.getByRole('button', { name: 'Semua akun' }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Ya, / }).click()
}
const isSending = (phone: string) => rowOf(page, phone).getByRole('button', { name: 'Stop Blast' })
const isIdle = (phone: string) => rowOf(page, phone).getByRole('button', { name: 'Start Blast' })

describe('all accounts of a member', () => {
  test('are started with one choice that asks first, where there is more than one', async () => {
    expect(await page.getByRole('button', { name: 'Semua akun' }).count()).toBe(0)
    await sandbox.addPhone(SECOND, 'Dua')
    await openLinking(page)
    await page.getByRole('button', { name: 'Buat QR' }).click()
    await sandbox.scan(SECOND, await seeQr(page))
    await page.waitForURL(/\/whatsapp$/)
    await rowOf(page, SECOND).getByText('Tersambung', { exact: true }).waitFor()
    await boss.put('/admin/setting/update', closedNow())
    await pickAll('Mulai semua')
    await told(page, 'Blast dimulai di 2 akun.')
    for (const phone of [FIRST, SECOND]) await isSending(phone).waitFor()
  })

  test('are stopped together', async () => {
    await pickAll('Hentikan semua')
    await told(page, 'Blast dihentikan di 2 akun.')
    for (const phone of [FIRST, SECOND]) await isIdle(phone).waitFor()
  })

  test('that a busy server refused are tried again by one press, and no others', async () => {
    browser.expectProblem(/start-blasting/)
    const busy = { status: 429, json: { msg: 'Terlalu banyak permintaan.', reason: 'too_many_attempts' } }
    await page.route('**/api/admin/whatsapp/start-blasting', (route) => route.fulfill(busy), { times: 1 })
    await pickAll('Mulai semua')
    const answer = page.getByRole('dialog', { name: '1 akun mulai, 1 tidak' })
    await answer.getByRole('button', { name: 'Coba lagi 1 akun yang bisa' }).click()
    await told(page, 'Blast dimulai di 1 akun.')
    for (const phone of [FIRST, SECOND]) await isSending(phone).waitFor()
    await pickAll('Hentikan semua')
    for (const phone of [FIRST, SECOND]) await isIdle(phone).waitFor()
  })

  test('that cannot start are told by name, and the others start', async () => {
    await boss.put('/admin/setting/update', OPEN)
    await sandbox.fault(SECOND, 'logged-out')
    await rowOf(page, SECOND).getByText('Dikeluarkan dari ponsel', { exact: true }).waitFor()
    await pickAll('Mulai semua')
    const refusals = page.getByRole('dialog', { name: '1 akun mulai, 1 tidak' })
    await refusals.getByText('Dikeluarkan dari ponsel', { exact: true }).waitFor()
    const row = refusals.getByRole('link', { name: 'Dua', exact: true })
    expect(await row.getAttribute('href')).toMatch(/^\/whatsapp\?id=/)
    // it would be refused again
    expect(await refusals.getByRole('button', { name: /^Coba lagi/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await isSending(FIRST).waitFor()
    // one that the phone can delete below
    await waitFor(async () => expect((await sandbox.sentBy(FIRST)).some(({ acked }) => acked)).toBe(true))
    await pickAll('Hentikan semua')
    await isIdle(FIRST).waitFor()
  })

  test('name their owner in an admin’s list', async () => {
    const admin = await signIn(await browser.openWindow(), 'admin@demo.test')
    await admin.goto(`/whatsapp?s=${FIRST}`)
    await rowOf(admin, FIRST).getByText('Milik Semua Uji').waitFor()
    expect(
      await rowOf(page, FIRST)
        .getByText(/^Milik/)
        .count(),
    ).toBe(0)
  })
})

describe('a suspended account', () => {
  test('says how many strikes it has of how many', async () => {
    const [sent] = (await sandbox.sentBy(FIRST)).filter(({ acked }) => acked)
    await sandbox.deleteMessage(FIRST, sent?.id ?? '')
    await rowOf(page, FIRST)
      .getByText('Pelanggaran 1 dari 3. Pada yang ke-3 akun tidak dapat diaktifkan lagi.')
      .waitFor()
  })
})

describe('the referral screen', () => {
  test('shares the own link to WhatsApp, or copies it', async () => {
    await pickMenu(page, 'Pengguna Referal')
    const link = `${browser.origin}/signup?referral=SEMUA2026`
    const share = page.getByRole('link', { name: 'Bagikan ke WhatsApp' })
    const to = new URL((await share.getAttribute('href')) ?? '')
    expect(to.origin + to.pathname).toBe('https://wa.me/')
    expect(to.searchParams.get('text')).toMatch(
      new RegExp(`Daftar lewat tautan saya: ${link.replace('?', String.raw`\?`)}$`),
    )
    await page.getByRole('button', { name: 'Salin tautan' }).click()
    await told(page, 'Tautan referal disalin.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  })
})
