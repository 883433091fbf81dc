// The screens of admins, devs and staff, and those a member shares with them.
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'
import { SUPPRESSED } from './suppressed.ts'

const inList = async (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).and(page.locator(':visible')).first().waitFor()
const firstRow = (page: Page): Promise<void> => page.getByRole('link', { name: 'Edit' }).first().waitFor()
const edit = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await page.getByRole('textbox').first().waitFor()
}
const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()

export const ADMIN_SCREENS: readonly Screen[] = [
  {
    name: 'admin-dashboard',
    who: 'admin',
    path: '/dashboard',
    act: (page) =>
      page
        .getByRole('slider', { name: /^Grafik/ })
        .first()
        .waitFor(),
  },
  {
    name: 'inbox',
    who: 'admin',
    path: '/inbox',
    act: (page) => page.getByRole('list', { name: 'Yang menunggu Anda' }).waitFor(),
  },
  { name: 'phonenumber', who: 'admin', path: '/phonenumber', act: firstRow },
  { name: 'phonenumber-create', who: 'admin', path: '/phonenumber/create' },
  {
    name: 'phonenumber-errors',
    who: 'admin',
    path: '/phonenumber/create',
    act: async (page) => {
      await press(page, 'Simpan')
      await press(page, 'Upload')
      await page.getByText('Pilih berkas terlebih dahulu.').waitFor()
    },
  },
  { name: 'phonenumber-edit', who: 'admin', path: '/phonenumber', opens: '/phonenumber/edit', act: edit },
  {
    name: 'consent-source',
    who: 'admin',
    path: '/consent-source',
    act: (page) =>
      page
        .getByRole('button', { name: /^Tahan: / })
        .first()
        .waitFor(),
  },
  { name: 'rates', who: 'admin', path: '/rates' },
  { name: 'account-check', who: 'admin', path: '/account-check' },
  { name: 'segments', who: 'admin', path: '/segment' },
  { name: 'campaigns', who: 'admin', path: '/campaign' },
  { name: 'campaign', who: 'admin', path: '/campaign/edit' },
  { name: 'campaign-show', who: 'admin', path: '/campaign/show' },
  { name: 'segment-build', who: 'admin', path: '/segment/edit', act: (page) => press(page, 'Tambah kelompok') },
  { name: 'programme', who: 'admin', path: '/programme', act: (page) => press(page, 'Buat ajakan') },
  { name: 'suppression', who: 'admin', path: '/suppression', act: (page) => inList(page, '6285600000001') },
  {
    name: 'suppression-add',
    who: 'admin',
    path: '/suppression',
    act: async (page) => {
      await page.getByRole('button', { name: 'Tambah', exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'suppression-lift',
    who: 'admin',
    path: '/suppression',
    act: async (page) => {
      await press(page, /^Keluarkan/)
      await page.getByRole('dialog', { name: 'Keluarkan dari Daftar Berhenti' }).waitFor()
    },
  },
  {
    name: 'suppression-import',
    who: 'admin',
    path: '/suppression',
    act: async (page) => {
      await press(page, 'Unggah daftar')
      const buffer = Buffer.from('6285600000001\nbukan nomor\n')
      await page.locator('input[type=file]').setInputFiles({ name: 'berhenti.csv', mimeType: 'text/csv', buffer })
      await press(page, 'Upload')
      await page.getByText('Tidak ada nomor baru yang masuk Daftar Berhenti').waitFor()
    },
  },
  {
    name: 'data-request',
    who: 'admin',
    path: '/data-request',
    // a number for each width: the answer names who asked about the number before, and the widths ask at one moment
    act: async (page) => {
      const width = page.viewportSize()?.width ?? 0
      const number = SUPPRESSED[width < 700 ? 1 : width < 1_000 ? 2 : 0]
      await page.getByLabel('Nomor yang diminta').fill(number)
      await page.getByLabel('Nomor surat atau tiket').fill('Surat 21/2026')
      await page.getByRole('button', { name: 'Tampilkan data' }).click()
      await page.getByRole('region', { name: `Data tentang ${number}` }).waitFor()
    },
  },
  { name: 'message', who: 'admin', path: '/message', act: firstRow },
  {
    name: 'message-create',
    who: 'admin',
    path: '/message/create',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Caption' }).waitFor()
      await page.getByLabel('Pakai button').check()
    },
  },
  {
    name: 'message-edit',
    who: 'admin',
    path: '/message/edit?id=demo-template-2',
    act: (page) => page.getByRole('textbox', { name: 'Caption' }).getByText('ada yang').waitFor(),
  },
  { name: 'proxy', who: 'admin', path: '/proxy', act: firstRow },
  { name: 'proxy-create', who: 'admin', path: '/proxy/create' },
  { name: 'proxy-edit', who: 'admin', path: '/proxy', opens: '/proxy/edit', act: edit },
  {
    name: 'member',
    who: 'admin',
    path: '/member',
    act: (page) =>
      page
        .getByRole('link', { name: /^Pengaturan / })
        .first()
        .waitFor(),
  },
  {
    name: 'member-none',
    who: 'admin',
    path: '/member?s=zzzz',
    act: (page) => page.getByText('Kosong').waitFor(),
  },
  {
    name: 'member-sorted',
    who: 'admin',
    path: '/member?sort=-income',
    act: (page) => inList(page, 'Rani Pratama'),
  },
  {
    name: 'member-to-check',
    who: 'admin',
    path: '/member?view=check',
    act: (page) => page.getByRole('heading', { name: 'Perlu diperiksa' }).waitFor(),
  },
  {
    name: 'member-edit-admin',
    who: 'admin',
    path: '/member/edit?id=demo-member',
    act: (page) => page.getByRole('heading', { level: 2 }).nth(1).waitFor(),
  },
  { name: 'member-whatsapp', who: 'admin', path: '/member/whatsapp?id=demo-member' },
  { name: 'bonus', who: 'admin', path: '/bonus', act: (page) => inList(page, 'Juara minggu ini') },
  { name: 'bonus-create', who: 'admin', path: '/bonus/create?id=demo-member' },
  { name: 'referral', who: 'admin', path: '/referral', act: (page) => inList(page, 'Bayu Saputra') },
  { name: 'level', who: 'admin', path: '/level', act: (page) => inList(page, 'Perunggu') },
  { name: 'level-create', who: 'admin', path: '/level/create' },
  {
    name: 'level-edit',
    who: 'admin',
    path: '/level/edit?id=demo-level-1',
    act: (page) => page.getByRole('textbox').first().waitFor(),
  },
  { name: 'payouts', who: 'admin', path: '/withdraw/requested/payouts' },
  { name: 'approvals', who: 'admin', path: '/withdraw/requested/approvals' },
  {
    name: 'settings',
    who: 'admin',
    path: '/settings',
    act: (page) => page.getByLabel('Harga per pesan (Rp)').waitFor(),
  },
  {
    name: 'audit',
    who: 'admin',
    path: '/audit',
    act: (page) => page.getByRole('row').or(page.locator('li')).first().waitFor(),
  },
  {
    name: 'audit-security',
    who: 'admin',
    path: '/audit?view=security',
    act: (page) => page.getByRole('combobox', { name: 'Kejadian' }).waitFor(),
  },
  {
    name: 'money',
    who: 'admin',
    path: '/money',
    act: (page) =>
      page
        .getByText('Rani Pratama')
        .or(page.getByText(/^[A-Z][a-z]+ 20/))
        .first()
        .waitFor(),
  },
  {
    name: 'money-members',
    who: 'admin',
    path: '/money?view=members',
    act: (page) =>
      page
        .getByText('Rani Pratama')
        .or(page.getByText(/^[A-Z][a-z]+ 20/))
        .first()
        .waitFor(),
  },
  {
    name: 'reconciliation',
    who: 'admin',
    path: '/reconciliation',
    act: (page) => page.getByText('Selisih').first().waitFor(),
  },
  {
    name: 'status',
    who: 'admin',
    path: '/status',
    act: (page) =>
      page
        .getByRole('slider', { name: /^Grafik/ })
        .first()
        .waitFor(),
  },
  { name: 'admin-profile', who: 'admin', path: '/profile' },
  { name: 'dev-withdraw', who: 'dev', path: '/withdraw' },
  { name: 'staff-home', who: 'staff', path: '/', act: (page) => inList(page, 'Rani Pratama') },
]
