// Journey 8 at the office: every screen of admin, dev and staff is readable in both themes and fits a small phone.
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until, useBrowser } from '../support/browser.ts'
import { signIn } from '../support/journeys.ts'

const browser = useBrowser()
/** Address, heading, and what shows that its content has come. */
type Screen = { path: string; heading: string; stands?: (page: Page) => Promise<unknown> }
const rows = (page: Page): Promise<void> => page.getByRole('main').locator('tbody tr').first().waitFor()
const json = (page: Page): Promise<void> => page.getByLabel('Data JSON').waitFor()
const fields = (page: Page): Promise<void> => page.getByRole('main').getByRole('textbox').first().waitFor()

const OF_DEV: readonly Screen[] = [
  { path: '/phonenumber', heading: 'Daftar Phone Number', stands: rows },
  { path: '/phonenumber/create', heading: 'Tambah Phone Number', stands: fields },
  { path: '/suppression', heading: 'Daftar Berhenti' },
  { path: '/message', heading: 'Template Pesan', stands: rows },
  { path: '/message/create', heading: 'Tambah Template Pesan', stands: fields },
  { path: '/proxy', heading: 'Proxy' },
  { path: '/audit', heading: 'Catatan Audit' },
  { path: '/settings', heading: 'Form Pengaturan', stands: fields },
  { path: '/member', heading: 'Daftar Member', stands: rows },
  { path: '/level', heading: 'Daftar Level', stands: rows },
  {
    path: '/blaster',
    heading: 'Blaster Whatsapp Message',
    stands: async (page) => {
      await page.getByRole('button', { name: 'Kirim', exact: true }).click()
      await page.getByText('Pilih penerima.').waitFor()
    },
  },
  { path: '/monitor/local', heading: 'Monitor Lokal', stands: json },
  { path: '/monitor/remote?type=1', heading: 'Monitor Remote', stands: json },
  { path: '/monitor/socket?type=2', heading: 'Monitor Socket', stands: json },
  { path: '/monitor/realtime', heading: 'Monitor Realtime' },
]
const OF_STAFF: readonly Screen[] = [
  { path: '/generator/list', heading: 'Daftar Generator' },
  {
    path: '/generator/create',
    heading: 'Tambah Generator',
    stands: async (page) => {
      await page.getByRole('combobox', { name: 'WhatsApp' }).click()
      await page.getByRole('option', { name: /^Daftar Baru/ }).click()
      await page.getByRole('link', { name: 'Tautkan akun baru' }).waitFor()
    },
  },
  { path: '/validator/list', heading: 'Daftar Validator' },
  { path: '/validator/create', heading: 'Tambah Akun Validator', stands: fields },
  { path: '/whatsapp/create?type=validator', heading: 'Tambah Akun Whatsapp Validator', stands: fields },
]

/** Of the other theme only the colours differ. */
const expectAccessible = async (page: Page, rules: string[] = []): Promise<void> => {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

describe.each([
  { role: 'dev', screens: OF_DEV },
  { role: 'staff', screens: OF_STAFF },
])('the screens of $role', ({ role, screens }) => {
  let context: BrowserContext
  browser.prepare(async () => {
    context = await browser.openWindow({ reducedMotion: 'reduce' })
    await (await signIn(context, `${role}@demo.test`)).close()
  })

  test.each(screens)(
    '$path has no serious accessibility issue, nor scrolls sideways at 360 px',
    async ({ path, heading, stands }) => {
      const page = await context.newPage()
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await stands?.(page)
      await expectAccessible(page)
      const isDark = (): Promise<boolean> => page.evaluate(() => document.documentElement.classList.contains('dark'))
      const before = await isDark()
      await page.getByRole('button', { name: /^Ganti ke tema/ }).click()
      await until(async () => expect(await isDark()).toBe(!before))
      await expectAccessible(page, ['color-contrast'])
      await page.setViewportSize({ width: 360, height: 740 })
      await until(async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360))
      await page.close()
    },
  )
})
