// Requests of money as those see them who pay out, and what each act asks.
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'

const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()
const inList = async (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).and(page.locator(':visible')).first().waitFor()

export const MONEY_SCREENS: readonly Screen[] = [
  {
    name: 'withdraw-requested',
    who: 'admin',
    path: '/withdraw/requested',
    act: async (page) => {
      await press(page, 'Rani Pratama')
      await page.getByRole('region', { name: 'Rekening tujuan' }).waitFor()
    },
  },
  {
    name: 'withdraw-accepted',
    who: 'admin',
    path: '/withdraw/requested?status=accepted&sort=-nominal',
    act: (page) => inList(page, 'Rani Pratama'),
  },
  {
    name: 'withdraw-reject',
    who: 'admin',
    path: '/withdraw/requested',
    act: async (page) => {
      await press(page, /^Tolak/)
      await page.getByRole('dialog', { name: 'Tolak' }).waitFor()
    },
  },
  ...(['Sudah saya transfer', 'Dikembalikan bank'] as const).map((act) => ({
    name: act === 'Dikembalikan bank' ? 'withdraw-send-back' : 'withdraw-order',
    who: 'admin' as const,
    path: '/withdraw/requested?status=accepted&sort=-nominal',
    act: async (page: Page) => {
      await press(page, new RegExp(`^${act}`))
      await page.getByRole('dialog', { name: act }).waitFor()
    },
  })),
  {
    name: 'withdraw-steps',
    who: 'admin',
    path: '/withdraw/requested?status=accepted&sort=nominal',
    act: async (page) => {
      await press(page, 'Rani Pratama')
      await page.getByText('TRX 2026 0417').first().waitFor()
    },
  },
]
