// Every screen, how to reach it, and what shows that it is ready: for the pictures and for the tests of looks.
import type { Page } from 'playwright-core'
import { CHECK_SCREENS } from './check-screens.ts'
import { ADMIN_SCREENS } from './admin-screens.ts'
import { MONEY_SCREENS } from './money-screens.ts'

export const VISITORS = ['nobody', 'newcomer', 'member', 'admin', 'dev', 'staff'] as const
export type Visitor = (typeof VISITORS)[number]
/** Ids of the demo data. */
export const EMAILS: Record<Exclude<Visitor, 'nobody'>, string> = {
  member: 'member@demo.test',
  newcomer: 'member2@demo.test',
  admin: 'admin@demo.test',
  dev: 'dev@demo.test',
  staff: 'staff@demo.test',
}
/**
 * opens: the address to which `act` leads.
 * filled: only exists while checks, one-off blasts and blasts run, as they do when pictures are taken.
 * moves: shows what happens at the moment, so that no two pictures of it are alike.
 */
export type Screen = {
  name: string
  who: Visitor
  path: string
  opens?: string
  filled?: true
  moves?: true
  act?: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()

/** The row's text, not the filter's option with the same word. */
export const rowsStand = (page: Page): Promise<void> =>
  page.getByText('Tersambung', { exact: true }).and(page.locator(':not(option)')).first().waitFor()

/** Phones begin with the code, wider screens with the QR; the switch is there only where the other one stands. */
const linkBy = async (page: Page, toMode: 'Login dengan QR' | 'Login dengan nomor telepon'): Promise<void> => {
  await page.getByRole('button', { name: /^Login dengan/ }).waitFor()
  const toggle = page.getByRole('button', { name: toMode })
  if (await toggle.isVisible()) await toggle.click()
}

export const SCREENS: readonly Screen[] = [
  { name: 'signin', who: 'nobody', path: '/signin' },
  { name: 'signin-registered', who: 'nobody', path: '/signin?registered=1' },
  {
    name: 'signin-error',
    who: 'nobody',
    path: '/signin',
    act: (page) => press(page, 'Masuk').then(() => page.getByRole('alert').waitFor()),
  },
  {
    name: 'signup',
    who: 'nobody',
    path: '/signup',
    act: (page) => page.getByText('berhasil').waitFor(),
  },
  {
    name: 'signup-errors',
    who: 'nobody',
    path: '/signup',
    act: (page) => press(page, 'Daftar').then(() => page.getByText('First name is required.').waitFor()),
  },
  { name: 'reset-password', who: 'nobody', path: '/reset-password' },
  { name: 'confirm-email', who: 'nobody', path: '/confirm-email?token=contoh' },
  { name: 'terms', who: 'nobody', path: '/terms' },
  { name: 'privacy-policy', who: 'nobody', path: '/privacy-policy' },
  { name: 'not-authorized', who: 'nobody', path: '/not-authorized' },
  { name: 'not-found', who: 'nobody', path: '/tidak-ada' },
  {
    name: 'dashboard',
    who: 'member',
    path: '/dashboard',
    act: (page) => page.getByRole('group', { name: 'TOTAL BONUS' }).getByText('Rp').waitFor(),
  },
  { name: 'whatsapp', who: 'member', path: '/whatsapp', act: rowsStand },
  {
    name: 'whatsapp-menu',
    who: 'member',
    path: '/whatsapp',
    act: (page) => press(page, /^Tindakan lain/).then(() => page.getByRole('menu').waitFor()),
  },
  {
    name: 'whatsapp-reset',
    who: 'member',
    path: '/whatsapp',
    act: async (page) => {
      await press(page, /^Tindakan lain/)
      await page.getByRole('menuitem', { name: 'Reset' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'whatsapp-empty', who: 'newcomer', path: '/whatsapp', act: (page) => page.getByText('Kosong').waitFor() },
  {
    name: 'create',
    who: 'newcomer',
    path: '/whatsapp/create',
    act: (page) => page.getByRole('checkbox').waitFor(),
  },
  {
    name: 'create-qr',
    who: 'member',
    path: '/whatsapp/create',
    act: async (page) => {
      await linkBy(page, 'Login dengan QR')
      await press(page, 'Buat QR')
      await page.getByRole('timer').waitFor()
    },
  },
  {
    name: 'create-code',
    who: 'member',
    path: '/whatsapp/create',
    act: async (page) => {
      await linkBy(page, 'Login dengan nomor telepon')
      await page.getByLabel('Nomor WhatsApp').fill('081230009999')
      await press(page, 'Buat Kode')
      await page.getByRole('timer').waitFor()
    },
  },
  {
    name: 'create-failed',
    who: 'member',
    path: '/whatsapp/create',
    act: async (page) => {
      await linkBy(page, 'Login dengan nomor telepon')
      const field = page.getByLabel('Nomor WhatsApp')
      const change = page.getByRole('button', { name: 'Ubah nomor' })
      await field.or(change).waitFor()
      // the code that this tab has shown before is still shown
      if (await change.isVisible()) await change.click()
      await field.fill('62')
      await press(page, 'Buat Kode')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'profile',
    who: 'member',
    path: '/profile',
    act: (page) => page.getByRole('button', { name: 'Simpan notifikasi' }).waitFor(),
  },
  {
    name: 'profile-edit',
    who: 'member',
    path: '/profile?edit=true',
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'member-edit', who: 'member', path: '/member/edit?id=demo-member' },
  {
    name: 'palette',
    who: 'member',
    path: '/profile',
    act: (page) => page.keyboard.press('Control+k').then(() => page.getByRole('dialog').waitFor()),
  },
  {
    name: 'user-menu',
    who: 'member',
    path: '/profile',
    act: (page) => press(page, 'Menu pengguna').then(() => page.getByRole('menu').waitFor()),
  },
  {
    name: 'sidebar',
    who: 'member',
    path: '/profile',
    act: (page) => press(page, /^(Buka|Ciutkan) menu$/),
  },
  {
    name: 'statement',
    who: 'member',
    path: '/withdraw/statement',
    act: (page) =>
      page
        .getByRole('button', { name: /^Lihat rincian/ })
        .first()
        .click(),
  },
  { name: 'withdraw', who: 'member', path: '/withdraw', act: (page) => page.getByText('Sisa saldo').waitFor() },
  { name: 'bonus-member', who: 'member', path: '/bonus' },
  {
    name: 'referral-member',
    who: 'member',
    path: '/referral',
    act: (page) => page.getByText('Bayu').first().waitFor(),
  },
  { name: 'dashboard-new', who: 'newcomer', path: '/', act: (page) => page.getByText('Langkah pertama').waitFor() },
  { name: 'admin-whatsapp', who: 'admin', path: '/whatsapp', act: rowsStand },
  { name: 'dev-whatsapp', who: 'dev', path: '/whatsapp', act: rowsStand },
  ...ADMIN_SCREENS,
  ...MONEY_SCREENS,
  ...CHECK_SCREENS,
]
/** Screens on the sandbox's own address. */
export const PHONE_SCREENS = ['Obrolan', 'Tautkan perangkat', 'Gangguan', 'Kotak surat'] as const
