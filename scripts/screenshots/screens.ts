// Every screen there is, how to come to it, and what shows that it stands. Screens of later work join this table.
import type { Page } from 'playwright-core'

export type Visitor = 'nobody' | 'member' | 'newcomer' | 'admin' | 'dev' | 'staff'
export type Screen = { name: string; who: Visitor; path: string; act?: (page: Page) => Promise<unknown> }

const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()

/** Not the filter's option of the same word. */
export const rowsStand = (page: Page): Promise<void> =>
  page.getByText('connected', { exact: true }).and(page.locator(':not(option)')).first().waitFor()

/** Rows of a list, as table or as cards. */
const listStands = (page: Page): Promise<void> => page.getByRole('main').locator('tbody tr, li').first().waitFor()
const isEmpty = (page: Page): Promise<void> => page.getByText('Kosong').waitFor()
const jsonStands = (page: Page): Promise<void> => page.getByLabel('Data JSON').waitFor()
/** By its link, or by the menu that holds it. */
const editFirst = async (page: Page): Promise<void> => {
  await listStands(page)
  const link = page.getByRole('link', { name: /^Edit/ }).first()
  if (!(await link.isVisible())) await press(page, /^Tindakan lain/)
  await page
    .getByRole('link', { name: /^Edit/ })
    .or(page.getByRole('menuitem', { name: 'Edit' }))
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Edit' }).waitFor()
  await page.getByRole('textbox').first().waitFor()
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
    act: (page) => press(page, 'Buat QR').then(() => page.getByRole('timer').waitFor()),
  },
  {
    name: 'create-code',
    who: 'member',
    path: '/whatsapp/create',
    act: async (page) => {
      await press(page, 'Login dengan nomor telepon')
      await page.getByLabel('Nomor WhatsApp').fill('6281230009999')
      await press(page, 'Buat Kode')
      await page.getByRole('timer').waitFor()
    },
  },
  { name: 'profile', who: 'member', path: '/profile' },
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
  { name: 'admin-dashboard', who: 'admin', path: '/dashboard' },
  {
    name: 'admin-whatsapp',
    who: 'admin',
    path: '/whatsapp',
    act: rowsStand,
  },
  {
    name: 'dev-whatsapp',
    who: 'dev',
    path: '/whatsapp',
    act: rowsStand,
  },
  { name: 'staff-home', who: 'staff', path: '/' },
  { name: 'phone-numbers', who: 'admin', path: '/phonenumber', act: listStands },
  { name: 'phone-number-create', who: 'admin', path: '/phonenumber/create' },
  { name: 'phone-number-edit', who: 'admin', path: '/phonenumber', act: editFirst },
  { name: 'suppressions', who: 'admin', path: '/suppression' },
  { name: 'templates', who: 'admin', path: '/message', act: listStands },
  { name: 'template-create', who: 'admin', path: '/message/create' },
  { name: 'template-edit', who: 'admin', path: '/message', act: editFirst },
  { name: 'proxies', who: 'admin', path: '/proxy' },
  { name: 'proxy-create', who: 'admin', path: '/proxy/create' },
  { name: 'audit', who: 'admin', path: '/audit', act: listStands },
  { name: 'settings', who: 'admin', path: '/settings', act: (page) => page.getByRole('textbox').first().waitFor() },
  { name: 'members', who: 'admin', path: '/member', act: listStands },
  { name: 'member-edit-office', who: 'admin', path: '/member/edit?id=demo-member' },
  { name: 'levels', who: 'admin', path: '/level', act: listStands },
  { name: 'level-create', who: 'admin', path: '/level/create' },
  { name: 'bonus', who: 'admin', path: '/bonus' },
  { name: 'bonus-create', who: 'admin', path: '/bonus/create' },
  { name: 'referral', who: 'member', path: '/referral' },
  { name: 'withdraw', who: 'member', path: '/withdraw' },
  { name: 'generators', who: 'staff', path: '/generator/list', act: listStands },
  { name: 'generators-empty', who: 'staff', path: '/generator/list?s=tidakada', act: isEmpty },
  { name: 'generator-create', who: 'staff', path: '/generator/create' },
  {
    name: 'generator-new-sender',
    who: 'staff',
    path: '/generator/create',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'WhatsApp' }).click()
      await page.getByRole('option', { name: /^Daftar Baru/ }).click()
      await page.getByRole('link', { name: 'Tautkan akun baru' }).waitFor()
    },
  },
  { name: 'generator-edit', who: 'staff', path: '/generator/list', act: editFirst },
  { name: 'generator-link', who: 'staff', path: '/whatsapp/create?type=generator' },
  { name: 'validators', who: 'staff', path: '/validator/list', act: listStands },
  { name: 'validator-create', who: 'staff', path: '/validator/create' },
  { name: 'blaster', who: 'admin', path: '/blaster', act: (page) => page.getByRole('progressbar').first().waitFor() },
  {
    name: 'blaster-receivers',
    who: 'admin',
    path: '/blaster',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Choose Receivers' }).click()
      await page.getByRole('option', { name: /^62/ }).first().click()
    },
  },
  { name: 'monitor-local', who: 'dev', path: '/monitor/local', act: jsonStands },
  { name: 'monitor-remote', who: 'dev', path: '/monitor/remote?type=1', act: jsonStands },
  { name: 'monitor-socket', who: 'dev', path: '/monitor/socket?type=2', act: jsonStands },
  {
    name: 'monitor-realtime',
    who: 'dev',
    path: '/monitor/realtime',
    act: (page) => page.getByText('progressing', { exact: true }).first().waitFor(),
  },
]
/** On the sandbox's own address. */
export const PHONE_SCREENS = ['Obrolan', 'Tautkan perangkat', 'Gangguan', 'Kotak surat'] as const
