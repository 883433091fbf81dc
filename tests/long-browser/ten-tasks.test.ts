// Ten tasks of the office, each from home to its end as a person does it, with the presses and letters that it takes: as many as
// docs/presses.md says, and no more.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { linkAccount } from '../../scripts/drive/link.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, goToAnew, opened, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const TABLE = readFileSync(new URL('../../docs/presses.md', import.meta.url), 'utf8')
const YESTERDAY = jakartaDay(Date.now() - DAY_MS)
const NOON = Date.parse(`${YESTERDAY}T12:00:00+07:00`)
/** The month before this one, as rows and heads name it. */
const [year = 0, month = 0] = jakartaDay(Date.now()).split('-').map(Number)
const LAST_MONTH = new Date(Date.UTC(year, month - 2, 15))
const MONTH_NAME = new Intl.DateTimeFormat('id-ID', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
  LAST_MONTH,
)
const [PHONE, STOPPED, GOT, PHONED] = ['6281230000097', '6281399910001', '6281399920001', '6281399930001']

let boss: Person
let page: Page
let [memberId, accountId, templateId] = ['', '', '']
let done = { presses: 0, letters: 0 }
const menu = (name: string): Promise<void> =>
  press(page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name, exact: true }))
const press = async (place: Locator): Promise<void> => {
  done.presses += 1
  await place.click()
}
const key = async (name: string): Promise<void> => {
  done.presses += 1
  await page.keyboard.press(name)
}
const type = async (place: Locator, text: string): Promise<void> => {
  done.letters += text.length
  await place.fill(text)
}
const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
  within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
const rows = (): Locator => page.locator('tr[data-row]')

/** Begins on home, and must end with what the table says. */
const task = (name: string, work: () => Promise<void>): void => {
  const [, presses, letters] = TABLE.match(new RegExp(`^\\| ${name} \\| (\\d+) \\| (\\d+) \\|$`, 'm')) ?? []
  test(`${name}, in ${presses} presses and ${letters} letters`, async () => {
    await goToAnew(page, '/')
    await page.getByRole('heading', { level: 1, name: /^Hai, / }).waitFor()
    done = { presses: 0, letters: 0 }
    await work()
    expect([String(done.presses), String(done.letters)]).toEqual([presses, letters])
  })
}

const uploadOf = async (name: string, beginning: string, count: number, source: string): Promise<void> => {
  const form = new FormData()
  const lines = Array.from({ length: count }, (_, i) => `${beginning}${String(i).padStart(3, '0')},Warga ${i}`)
  form.set('consent_source', source)
  form.set('file', new File([`number,name\n${lines.join('\n')}\n`], name, { type: 'text/csv' }))
  await boss.post('/admin/phonenumber/import', form)
}

browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  const member = await signInAt(browser.origin, emailOf('tugas'), PASSWORD)
  const bank = { account_bank: 'BCA', account_name: 'Tugas', account_number: '5550007777' }
  await member.put(`/admin/users/${member.id}`, { ...bank, current_password: PASSWORD })
  await boss.post('/admin/bonus/create', { userId: member.id, nominal: 900_000, reason: 'Uji tugas' })
  for (let i = 0; i < 20; i++) await member.post('/admin/withdraw/request', { nominal: 12_000 + i, userId: member.id })
  memberId = member.id
  accountId = (await linkAccount(member, sandbox, PHONE, 'qr')).accountId
  await boss.post('/admin/whatsapp/hold', { id: accountId, reason: 'Nomor sedang diperiksa' })
  await uploadOf('tiga-ratus.csv', '628139994', 300, 'Formulir tugas')
  await uploadOf('keliru.csv', '628139995', 6, 'Daftar yang salah dipilih')
  await boss.post('/admin/phonenumber/save', { number: GOT, name: 'Penerima Promo', consent_source: 'Formulir tugas' })
  const { data } = await boss.get<{ data: { id: number }[] }>(`/admin/phonenumber/list-per-page?search=${GOT}`)
  const { message } = await boss.post<{ message: { id: string } }>('/admin/message/create', {
    name: 'Promo tugas',
    text: '<p>Promo tugas</p>',
    status: 'active',
    only_campaigns: true,
  })
  templateId = message.id
  withDatabase(browser.home, (db) => {
    db.prepare(`insert into suppressions (hash, number, via, created_at) values ('task-stop', ?, 'reply', ?)`).run(
      STOPPED,
      NOON,
    )
    db.prepare(`insert into daily_stats (user_id, day, success, income_sen) values (?, ?, 400, 40000000)`).run(
      member.id,
      LAST_MONTH.toISOString().slice(0, 10),
    )
    const { lastInsertRowid } = db
      .prepare(
        `insert into campaigns (name, state, segment_id, days, from_min, until_min, priority, people, claimed, settled, success, created_by, created_at, launched_at)
          values ('Kampanye tugas', 'finished', 'none', 127, 0, 1440, 5, 1, 1, 1, 1, ?, ?, ?)`,
      )
      .run(boss.id, NOON, NOON)
    db.prepare(`insert into campaign_templates (campaign_id, template_id, variant, weight) values (?, ?, 0, 1)`).run(
      lastInsertRowid,
      message.id,
    )
    db.prepare(`insert into campaign_people (campaign_id, number_id, state, at, variant) values (?, ?, 2, ?, 0)`).run(
      lastInsertRowid,
      data[0]?.id ?? 0,
      NOON,
    )
  })
  page = await signIn(await browser.openWindow(), 'admin@demo.test')
})
/** The next journeys find nothing of it that they count. */
afterAll(async () => {
  withDatabase(browser.home, (db) => {
    db.exec(`delete from suppressions where hash = 'task-stop'`)
    db.exec(`delete from campaign_people where campaign_id = (select id from campaigns where name = 'Kampanye tugas')`)
    db.exec(`delete from campaigns where name = 'Kampanye tugas'`)
    db.prepare('delete from daily_stats where user_id = ? and day = ?').run(
      memberId,
      LAST_MONTH.toISOString().slice(0, 10),
    )
  })
  await boss.post('/admin/whatsapp/release', { id: accountId })
  await boss.delete(`/admin/message/${templateId}`)
  for (let left = 1; left > 0; ) {
    const path = '/admin/phonenumber/list-per-page?limit=100&search=6281399'
    const { data } = await boss.get<{ data: { id: number }[] }>(path)
    left = data.length
    if (left > 0) await boss.post('/admin/phonenumber/delete-many', { ids: data.map(({ id }) => id) })
  }
})

task('pay 20 withdraws', async () => {
  await menu('Permintaan Withdraw')
  await press(page.getByRole('link', { name: 'Batch pembayaran' }))
  await press(button('Buat batch'))
  const choice = page.getByRole('region', { name: 'Pilih permintaan' })
  await choice.getByText(/dipilih, total/).waitFor()
  // those of others wait for other journeys
  for (const other of await choice.getByRole('checkbox', { name: /^Pilih (?!Tugas|semua)/ }).all())
    await other.uncheck()
  await choice.getByText(/^20 dipilih/).waitFor()
  await press(button('Buat batch', choice))
  const file = page.waitForEvent('download')
  await press(button('Unduh berkas'))
  const question = page.getByRole('alertdialog')
  await opened(question)
  await press(button('Unduh berkas', question))
  const sheet = await readFile(await (await file).path(), 'utf8')
  done.presses += 1
  await page
    .getByLabel('Hasil dari bank', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'hasil.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(sheet.replaceAll(',,\r\n', ',Berhasil,\r\n').replace(/,,$/, ',Berhasil,')),
    })
  await press(button('Unggah hasil'))
  await page.getByText('20 diterima, 0 dikembalikan.').waitFor()
})

task('find who stopped yesterday', async () => {
  await menu('Daftar Berhenti')
  await press(button(/^Rentang tanggal/))
  // a date is eight figures
  for (const end of ['Dari', 'Sampai']) {
    done.letters += 8
    await page.getByLabel(end, { exact: true }).fill(YESTERDAY)
  }
  await dataRow(page, STOPPED).waitFor()
  await waitFor(async () => expect(await rows().count()).toBe(1))
  await page.keyboard.press('Escape')
})

task('change the status of 300 recipients', async () => {
  await menu('Daftar Phone Number')
  await type(page.getByRole('searchbox'), '628139994')
  await key('Enter')
  await page
    .getByText(/dari 300$/)
    .first()
    .waitFor()
  await press(page.getByRole('checkbox', { name: /semua/i }).first())
  await press(button('Pilih semua 300 yang cocok'))
  // opened, and one of it chosen
  done.presses += 2
  await page.getByLabel('Yang dilakukan').selectOption({ label: 'Nonaktifkan' })
  await press(button('Nonaktifkan: 300 penerima'))
  await page.getByText('300 dari 300 penerima diubah').waitFor()
})

task('undo a wrong import', async () => {
  await menu('Daftar Phone Number')
  await press(page.getByRole('link', { name: 'Tambah', exact: true }))
  await press(button('Batalkan impor keliru.csv'))
  const dialog = page.getByRole('dialog', { name: 'Batalkan impor keliru.csv?' })
  await dialog.getByText('6 penerima dihapus').waitFor()
  await press(button('Hapus 6 penerima', dialog))
  await page.getByText('6 dari 6 penerima dihapus').waitFor()
})

task('see what a member earned in a month', async () => {
  await key('Control+k')
  await type(page.getByPlaceholder(/^Cari menu/), 'Tugas U')
  await press(page.getByRole('option', { name: /Tugas Uji/ }))
  await press(page.getByRole('link', { name: 'Per bulan' }))
  await dataRow(page, MONTH_NAME).getByText('400.000').first().waitFor()
})

task('see who got a template yesterday', async () => {
  await menu('Kampanye')
  await press(page.getByRole('link', { name: 'Kampanye tugas' }))
  await press(button('Terkirim'))
  await dataRow(page, GOT).getByText('Promo tugas').waitFor()
})

task('find a setting', async () => {
  await key('Control+k')
  await type(page.getByPlaceholder(/^Cari menu/), 'cek nomor')
  await press(page.getByRole('option', { name: /Batas cek nomor per hari/ }))
  await page.getByLabel('Batas cek nomor per hari').waitFor()
})

task('stop messages to a number that phoned', async () => {
  await menu('Daftar Berhenti')
  await press(button('Tambah'))
  const dialog = page.getByRole('dialog')
  await opened(dialog)
  await type(dialog.getByLabel('Nomor', { exact: true }), PHONED)
  await key('Enter')
  await told(page, 'Pengiriman ke nomor ini sudah dihentikan.')
})

task('see why an account does not send', async () => {
  await menu('Periksa Akun')
  await type(page.getByLabel('Akun', { exact: true }), PHONE.slice(2))
  await key('Enter')
  await page.getByText('Nomor sedang diperiksa').first().waitFor()
})

task('approve what waits', async () => {
  const dev = await signInAt(browser.origin, 'dev@demo.test', PASSWORD)
  await dev.put('/admin/setting/update', { second_person_above: 40_000 })
  await dev.post('/admin/bonus/create', { userId: 'uji-warga-13', nominal: 41_000, reason: 'Rajin' })
  await menu('Yang menunggu Anda')
  await press(page.getByRole('link', { name: /Bonus untuk Warga 13, orang kedua/ }))
  await press(button(/^Setujui: Bonus/))
  const question = page.getByRole('alertdialog')
  await opened(question)
  await press(button('Setujui', question))
  await dataRow(page, '41.000').waitFor({ state: 'detached' })
  await dev.put('/admin/setting/update', { second_person_above: 0 })
  const [waiting] = (await boss.get<{ data: { id: string }[] }>('/admin/approval/list-per-page')).data
  if (waiting) await boss.put('/admin/approval/decide', { id: waiting.id, approve: true })
})
