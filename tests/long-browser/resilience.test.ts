// A closed tab stops nothing, a lost line mends itself, and the numbers are right afterwards.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { cardOf, cellOf, figureOf, linkByQr, rowOf, signIn, startBlast, stopBlast } from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PRICE = 100
const phone = '6281230000008'
/** A killed Worker needs time to stand up again on a busy machine. */
const RECOVERY_MS = 90_000
let context: BrowserContext
let page: Page
browser.prepare(async () => {
  context = await browser.openWindow()
  page = await signIn(context, emailOf('tutup'))
  await linkByQr(page, sandbox, phone, 'Tutup')
})
const acked = async (): Promise<number> => (await sandbox.sentBy(phone)).filter((one) => one.acked).length

describe('a blast', () => {
  test('goes on when its tab is closed; a new tab shows how it stands', async () => {
    await startBlast(page, phone)
    await waitFor(async () => expect(await acked()).toBeGreaterThanOrEqual(1))
    await page.close()
    const closedAt = await acked()
    await waitFor(async () => expect(await acked()).toBeGreaterThanOrEqual(closedAt + 3))
    page = await context.newPage()
    await page.goto('/whatsapp')
    await rowOf(page, phone).getByText('Mengirim', { exact: true }).waitFor()
    await waitFor(async () =>
      expect(await figureOf(cellOf(page, phone, 'success'))).toBeGreaterThanOrEqual(closedAt + 3),
    )
  })

  test('outlives a killed Worker: the page says terputus, mends itself, and counts right', async () => {
    browser.expectProblem(/WebSocket|Failed to load resource/)
    const mark = page.getByRole('status').getByText('terputus', { exact: true })
    browser.crash('worker')
    await mark.waitFor()
    await mark.waitFor({ state: 'hidden', timeout: RECOVERY_MS })
    const back = await acked()
    await waitFor(async () => expect(await acked()).toBeGreaterThanOrEqual(back + 2), RECOVERY_MS)
    await stopBlast(page, phone)
    await waitFor(async () => expect(await figureOf(cellOf(page, phone, 'success'))).toBe(await acked()), RECOVERY_MS)
    const sent = await acked()
    expect(await figureOf(cellOf(page, phone, 'income'))).toBe(sent * PRICE)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await waitFor(async () => expect(await cardOf(page, 'TOTAL SISA SALDO AKUN')).toBe(sent * PRICE), RECOVERY_MS)
    await waitFor(async () => expect(await cardOf(page, 'TOTAL BLAST YANG SUKSES')).toBe(sent))
  })
})
