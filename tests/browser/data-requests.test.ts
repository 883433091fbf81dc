// An admin answers a person who asks what is kept about their number: to read, as files, and erased (rules data-request, erasure).
import { readFileSync } from 'node:fs'
import type { Download } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn as enter } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import { goTo, signIn, told } from '../support/journeys.ts'
import { PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const textOf = async (file: Download): Promise<string> => readFileSync(await file.path(), 'utf8')

test('rule data-request: an admin reads what is kept, takes it as JSON and as a page, and erases it', async () => {
  const boss = await enter(browser.origin, 'admin@demo.test', PASSWORD)
  // with a word that is wider than a phone
  const name = `Ibu <b>Minta</b> ${'x'.repeat(90)}`
  await boss.post('/admin/phonenumber/save', { number: '6281377770001', name, consent_source: 'Formulir toko' })
  const admin = await signIn(await browser.openWindow(), 'admin@demo.test')
  await goTo(admin, '/')
  await admin.getByRole('link', { name: 'Permintaan Data' }).click()
  const number = admin.getByLabel('Nomor yang diminta')
  const reference = admin.getByLabel('Nomor surat atau tiket')
  const show = admin.getByRole('button', { name: 'Tampilkan data' })
  await number.fill('0813-7777-0001')
  await reference.fill('telepon 0813 7777 0001')
  await show.click()
  await admin.getByText('Jangan tulis nomor orangnya di sini').waitFor()
  await reference.fill('Surat 21')
  await show.click()
  const report = admin.getByRole('region', { name: 'Data tentang 6281377770001' })
  await report.getByText(name).waitFor()
  await report.getByText('Persetujuan dicatat').waitFor()
  await report.getByText(/permintaan Surat 21/).waitFor()
  // each reference is an audit entry: of those the first few stand open
  for (const more of ['22', '23', '24', '25', `26/${'y'.repeat(110)}`]) {
    await reference.fill(`Surat ${more}`)
    await show.click()
    await report.getByText(new RegExp(`permintaan Surat ${more}`)).waitFor()
  }
  const audit = report.getByRole('region', { name: 'Catatan audit' })
  expect(await audit.getByRole('listitem').count()).toBe(5)
  await audit.getByRole('button', { name: /^Tampilkan \d lagi/ }).click()
  expect(await audit.getByRole('listitem').count()).toBeGreaterThan(5)
  await report
    .getByRole('region', { name: 'Tidak ada data' })
    .getByText(/Penghapusan sebelumnya/)
    .waitFor()
  for (const width of [360, 768, 1280]) {
    await admin.setViewportSize({ width, height: 800 })
    await waitFor(async () => expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(width))
  }
  // more than an answer has
  withDatabase(browser.home, (db) => {
    db.exec(`insert into import_jobs
        (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
      values ('much', 'phonenumber', 'done', '', 'acara.csv', 'csv', 1, '{}', 'x', 0, 1, 9e15)`)
    db.exec(`insert into import_skips
      select 'much', value, '6281377770001', 'N', 'duplicate'
      from (with recursive n (value) as (select 1 union all select value + 1 from n where value < 501) select value from n)`)
    db.exec(`insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, people, created_by, created_at)
      values (9, 'Kampanye Lebaran', 'finished', '', 254, 0, 1440, 5, 1, 'demo-admin', 1)`)
    db.exec(`insert into campaign_people (campaign_id, number_id, state, at, came)
      select 9, id, 2, 1760000000000, 3 from phone_numbers where number = '6281377770001'`)
  })
  await reference.fill('Surat 21')
  await show.click()
  await report.getByText(/permintaan Surat 21/).waitFor()
  const incomplete = 'Bagian ini tidak lengkap: yang disimpan lebih banyak daripada yang ditampilkan di sini.'
  await report.getByRole('region', { name: 'Baris impor yang dilewatkan' }).getByText(incomplete).waitFor()
  expect(await report.getByText(incomplete).count()).toBe(1)
  const campaigns = report.getByRole('region', { name: 'Kampanye', exact: true })
  await campaigns.getByText('Kampanye Lebaran').waitFor()
  await campaigns.getByText('Terkirim').waitFor()
  await campaigns.getByText('Dibaca').waitFor()

  const [json] = await Promise.all([
    admin.waitForEvent('download'),
    report.getByRole('button', { name: 'Unduh JSON' }).click(),
  ])
  expect(json.suggestedFilename()).toBe('data-6281377770001.json')
  const handedOver = await textOf(json)
  expect(JSON.parse(handedOver)).toMatchObject({
    number: '6281377770001',
    kept: { recipient: { name }, cut: ['imports'] },
    campaigns: [{ name: 'Kampanye Lebaran', state: 'success', came: ['delivered', 'read'] }],
    notes: [`Baris impor yang dilewatkan: ${incomplete}`],
  })
  // the screen names who wrote it down, the file for the person does not
  await report.getByText('Adi Nugroho').first().waitFor()
  expect(handedOver).not.toContain('Adi Nugroho')
  const [page] = await Promise.all([
    admin.waitForEvent('download'),
    report.getByRole('button', { name: 'Unduh halaman' }).click(),
  ])
  expect(page.suggestedFilename()).toBe('data-6281377770001.html')
  const printed = await textOf(page)
  expect(printed).not.toContain('Adi Nugroho')
  const paper = await (await browser.openWindow()).newPage()
  await paper.setContent(printed)
  await paper.getByRole('heading', { name: 'Data tentang 6281377770001' }).waitFor()
  expect(await paper.getByText(name).count()).toBe(1)
  expect(await paper.getByText(incomplete).count()).toBe(1)
  expect(await paper.locator('b b').count()).toBe(0)

  await report.getByRole('button', { name: 'Hapus data orang ini' }).click()
  const question = admin.getByRole('alertdialog')
  await question.getByText(/tidak dapat dibatalkan/).waitFor()
  await question.getByText(/kode acak \(hash\)/).waitFor()
  await question.getByRole('button', { name: 'Ya, hapus datanya' }).click()
  await told(admin, 'Penghapusan dimulai dan dicatat. Akun dan berkas selesai dalam beberapa menit.')
  await report.waitFor({ state: 'detached' })
  await show.click()
  await report.getByText('Persetujuan dicatat').waitFor()
  expect(await report.getByText(name).count()).toBe(0)
})
