// What the office presses while the API stands still, or does it and never answers (rule one-press): the button says that it is not
// certain, a second press sends nothing, and once the API answers the row says what became of it. Nothing happens twice.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, signIn } from '../support/journeys.ts'
import { addSigns, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const LOST = /Failed to load resource|ERR_|WebSocket/
const NOT_HAPPENED = 'Tidak terjadi, dan tidak ada yang berubah. Silakan coba lagi.'
const NOMINAL = 11_000
const BONUS = 450_000

type Press = {
  name: string
  /** Of the call that it sends. */
  route: string
  /** What the audit log calls it. */
  action: string
  by?: 'dev'
  open: (page: Page) => Promise<void>
  /** The button that is pressed last, which keeps its place while nobody answers. */
  button: (page: Page) => Locator
  press: (page: Page) => Promise<void>
  /** What stands there once it has happened. */
  done: (page: Page) => Promise<void>
}
const fillReason = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Alasan').fill('Untuk uji')
  await dialog.locator('button[type=submit]').click()
}
const open = async (page: Page, address: string, shown: Locator): Promise<void> => {
  await page.goto(address)
  await shown.waitFor()
}
/** @param n the first of the people it is about */
const pressesOn = (n: number, holds: boolean): Press[] => {
  const person = (i: number): string => `Warga ${n + i}`
  const request = (page: Page): Locator => dataRow(page, person(0))
  const suspect = (page: Page): Locator => dataRow(page, 'Tanda Uji')
  const status = (page: Page): Locator => page.getByRole('region', { name: 'Status orang ini' })
  return [
    {
      name: 'Terima',
      route: '**/api/admin/withdraw/update',
      action: 'withdraw.update',
      open: (page) => open(page, '/withdraw/requested?status=all', request(page)),
      button: (page) => request(page).getByRole('button', { name: /^Terima/ }),
      press: async (page) => {
        await request(page)
          .getByRole('button', { name: /^Terima/ })
          .click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Ya' }).click()
      },
      // behind the window that says where to transfer
      done: (page) =>
        page
          .locator('tr')
          .filter({ hasText: person(0) })
          .getByText('Belum ditransfer')
          .waitFor(),
    },
    {
      name: 'Buat batch',
      route: '**/api/admin/payout/create',
      action: 'payout.create',
      open: async (page) => {
        await open(page, '/withdraw/requested/payouts', page.getByRole('button', { name: 'Buat batch' }))
        await page.getByRole('button', { name: 'Buat batch' }).click()
        const choice = page.getByRole('region', { name: 'Pilih permintaan' })
        await choice.getByRole('checkbox', { name: 'Pilih semua' }).uncheck()
        await choice.getByRole('checkbox', { name: new RegExp(`^Pilih ${person(1)} `) }).check()
      },
      button: (page) => page.getByRole('region', { name: 'Pilih permintaan' }).getByRole('button').last(),
      press: (page) =>
        page.getByRole('region', { name: 'Pilih permintaan' }).getByRole('button', { name: 'Buat batch' }).click(),
      done: (page) => page.getByRole('region', { name: 'Isi batch' }).getByText(person(1), { exact: true }).waitFor(),
    },
    {
      name: 'Setujui',
      route: '**/api/admin/approval/decide',
      action: 'approval.approve',
      by: 'dev',
      open: (page) => open(page, '/withdraw/requested/approvals', dataRow(page, person(2))),
      button: (page) => dataRow(page, person(2)).getByRole('button', { name: /^Setujui/ }),
      press: async (page) => {
        await dataRow(page, person(2))
          .getByRole('button', { name: /^Setujui/ })
          .click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).click()
      },
      // the list is of those that wait
      done: (page) => dataRow(page, person(2)).waitFor({ state: 'detached' }),
    },
    {
      name: holds ? 'Tahan withdraw' : 'Lepas withdraw',
      route: holds ? '**/api/admin/fraud/hold' : '**/api/admin/fraud/lift',
      action: holds ? 'user.hold_withdraws' : 'user.lift_hold',
      open: (page) => open(page, '/member?view=check', suspect(page)),
      button: (page) => page.getByRole('dialog').locator('button[type=submit]'),
      press: async (page) => {
        await suspect(page)
          .getByRole('button', { name: holds ? /^Tahan/ : /^Lepas/ })
          .click()
        await fillReason(page)
      },
      done: (page) =>
        suspect(page)
          .getByRole('button', { name: holds ? /^Lepas/ : /^Tahan/ })
          .waitFor(),
    },
    {
      name: 'Jeda orang ini',
      route: `**/api/admin/users/uji-warga-${n + 3}/status`,
      action: 'user.status',
      open: (page) =>
        open(page, `/member/edit?id=uji-warga-${n + 3}`, status(page).getByRole('button', { name: 'Jeda orang ini' })),
      button: (page) => page.getByRole('dialog').locator('button[type=submit]'),
      press: async (page) => {
        await status(page).getByRole('button', { name: 'Jeda orang ini' }).click()
        await fillReason(page)
      },
      done: (page) => status(page).getByText('Untuk uji').waitFor(),
    },
  ]
}

let boss: Person
let pages: { admin: () => Promise<Page>; dev: () => Promise<Page> }
const SILENT = 16
const UNTOLD = 21
browser.prepare(async () => {
  withDatabase(browser.home, addSigns)
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  await boss.put('/admin/setting/update', { second_person_above: 400_000 })
  for (const first of [SILENT, UNTOLD]) {
    for (const n of [first, first + 1]) {
      const member = await signInAt(browser.origin, `warga${n}@uji.test`, PASSWORD)
      await boss.post('/admin/bonus/create', { userId: member.id, nominal: NOMINAL, reason: 'rajin' })
      await member.post('/admin/withdraw/request', { nominal: NOMINAL, userId: member.id })
    }
    await boss.post('/admin/bonus/create', { userId: `uji-warga-${first + 2}`, nominal: BONUS, reason: 'rajin' })
  }
  const [admin, dev] = [await browser.openWindow(), await browser.openWindow()]
  await signIn(admin, 'admin@demo.test')
  await signIn(dev, 'dev@demo.test')
  pages = { admin: () => admin.newPage(), dev: () => dev.newPage() }
})

const timesOf = (action: string): number =>
  withDatabase(browser.home, (db) => {
    const row = db.prepare('select count(*) as n from audit_log where action = ?').get(action)
    return Number(row?.['n'])
  })
type Open = { press: Press; page: Page; before: number; sent: Set<string>; count: () => number }
/** Every press in a tab of its own, ready to be pressed, with the calls that it sends. */
const openAll = async (presses: readonly Press[]): Promise<Open[]> =>
  Promise.all(
    presses.map(async (press) => {
      const page = await pages[press.by ?? 'admin']()
      await press.open(page)
      const sent = new Set<string>()
      let calls = 0
      const path = press.route.slice(2)
      page.on('request', (request) => {
        if (request.method() === 'GET' || !request.url().endsWith(path)) return
        calls += 1
        sent.add(request.headers()['idempotency-key'] ?? '')
      })
      return { press, page, before: timesOf(press.action), sent, count: () => calls }
    }),
  )
const uncertain = (page: Page): Locator => page.getByRole('button').filter({ hasText: /^Belum pasti$/ })
/** Nothing is left open: no button is at work, and none is uncertain. */
const isStill = (page: Page): Promise<void> =>
  waitFor(async () =>
    expect([await page.locator('button[aria-busy=true]').count(), await uncertain(page).count()]).toEqual([0, 0]),
  )

describe('rule one-press: what the office presses', () => {
  test('while the API stands still is uncertain, sends nothing more, and is known once it goes on', async () => {
    browser.expectProblem(LOST)
    const all = await openAll(pressesOn(SILENT, true))
    browser.freeze(true)
    try {
      await Promise.all(all.map(({ press, page }) => press.press(page)))
      for (const { press, page, count } of all) {
        await uncertain(page).first().waitFor()
        // in its own place, for who cannot see it, too
        expect([press.name, await press.button(page).getAttribute('aria-busy')]).toEqual([press.name, 'true'])
        await press.button(page).click({ force: true })
        expect([press.name, count()]).toEqual([press.name, 1])
      }
    } finally {
      browser.freeze(false)
    }
    for (const { press, page, before, sent } of all) {
      await isStill(page)
      const happened = timesOf(press.action) - before
      // it was said, and is true
      if (happened === 0) await page.getByText(NOT_HAPPENED).first().waitFor()
      else await press.done(page)
      expect([press.name, happened <= 1, sent.size]).toEqual([press.name, true, 1])
    }
    // who was told to try again does, on a screen read anew
    for (const { press, page, before } of all) {
      if (timesOf(press.action) === before) {
        await press.open(page)
        await press.press(page)
      }
      await press.done(page)
      await isStill(page)
      expect([press.name, timesOf(press.action) - before]).toEqual([press.name, 1])
      await page.close()
    }
  })

  test('and is done without a word is told as done, its row read anew, once', async () => {
    browser.expectProblem(LOST)
    const all = await openAll(pressesOn(UNTOLD, false))
    // it happens; its answer never comes
    for (const { press, page } of all) await page.route(press.route, async (route) => void (await route.fetch()))
    await Promise.all(all.map(({ press, page }) => press.press(page)))
    for (const { press, page, before, sent } of all) {
      await press.done(page)
      await isStill(page)
      expect([press.name, timesOf(press.action) - before, sent.size]).toEqual([press.name, 1, 1])
      expect(await page.getByText(NOT_HAPPENED).count()).toBe(0)
      await page.close()
    }
  })
})
