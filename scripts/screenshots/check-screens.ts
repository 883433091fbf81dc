// The screens of generators, validators, one-off blasts and monitors.
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'

const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()
/** A row of a list, as a table's row or a card. */
const listStands = (page: Page): Promise<void> => page.getByRole('main').locator('tbody tr, li').first().waitFor()
const isEmpty = (page: Page): Promise<void> => page.getByText('Kosong').waitFor()
const jsonStands = (page: Page): Promise<void> => page.getByLabel('Data JSON').waitFor()
/** Opens it by its link, or by the menu that contains the link. */
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

/** A monitor of the account that the list shows first. */
const ofFirstAccount = async (page: Page, path: string, type: string): Promise<void> => {
  const link = page.locator('a[href^="/monitor/realtime?id="]').first()
  const id = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('id') ?? ''
  await page.goto(`${path}?id=${encodeURIComponent(id)}&type=${type}`)
  await jsonStands(page)
}

export const CHECK_SCREENS: readonly Screen[] = [
  { name: 'generators', who: 'staff', path: '/generator/list', filled: true, act: listStands },
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
  { name: 'generator-edit', who: 'staff', path: '/generator/list', filled: true, act: editFirst },
  { name: 'generator-link', who: 'staff', path: '/whatsapp/create?type=generator' },
  { name: 'validators', who: 'staff', path: '/validator/list', filled: true, act: listStands },
  { name: 'validators-empty', who: 'staff', path: '/validator/list?s=tidakada', act: isEmpty },
  { name: 'validator-create', who: 'staff', path: '/validator/create' },
  {
    name: 'blaster',
    who: 'admin',
    path: '/blaster',
    filled: true,
    act: (page) => page.getByRole('progressbar').first().waitFor(),
  },
  {
    name: 'blaster-who-got-it',
    who: 'admin',
    path: '/blaster',
    filled: true,
    act: async (page) => {
      await press(page, /^Penerima blaster dari/)
      await page
        .getByRole('dialog', { name: 'Siapa mendapat apa' })
        .getByRole('link', { name: /^62/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'blaster-errors',
    who: 'admin',
    path: '/blaster',
    act: async (page) => {
      await press(page, /^Kirim$/)
      await page.getByText('Pilih penerima.').waitFor()
    },
  },
  {
    name: 'blaster-template',
    who: 'admin',
    path: '/blaster',
    act: async (page) => {
      await page.getByLabel('Pakai template').check()
      await page.getByRole('combobox', { name: 'Message' }).click()
      await page.getByRole('option').first().click()
      await page.getByRole('figure', { name: 'Pratinjau pesan' }).waitFor()
    },
  },
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
  ...(
    [
      ['local', '0'],
      ['local', '1'],
      ['local', '2'],
      ['remote', '1'],
      ['socket', '2'],
    ] as const
  ).map(([view, type]) => ({
    name: `monitor-${view}-${type}-busy`,
    who: 'dev' as const,
    path: '/whatsapp',
    filled: true as const,
    moves: true as const,
    act: (page: Page) => ofFirstAccount(page, `/monitor/${view}`, type),
  })),
  { name: 'monitor-realtime', who: 'dev', path: '/monitor/realtime' },
  {
    name: 'monitor-missing',
    who: 'dev',
    path: '/monitor/local?id=tidak-ada',
    filled: true,
    act: (page) => page.getByText('Akun dengan ID ini tidak ditemukan.').waitFor(),
  },
  {
    name: 'monitor-realtime-live',
    who: 'dev',
    path: '/monitor/realtime',
    filled: true,
    moves: true,
    act: (page) => page.getByText('progressing', { exact: true }).first().waitFor(),
  },
]
