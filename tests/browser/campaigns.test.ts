// A campaign as the office, a member and its recipients see it: made, refused, launched, sent by a member's blast, paused, ended, and its
// report row by row beside what the phones got (rules campaigns, campaign-once, campaign-pause).
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { linkByQr, rowOf, signIn, startBlast, stopBlast, told } from '../support/journeys.ts'
import { deleteNumbers } from '../support/leftovers.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const ACCOUNT = '6281230000068'
const NUMBERS = ['6281388800001', '6281388800002', '6281388800003', '6281388800004']
const [FIRST = '', SECOND = ''] = NUMBERS
const TOPIC = 'Topik kampanye'
const TEXTS = ['Promo kampanye pagi', 'Promo kampanye sore']
let boss: Person
let admin: Page
let member: Page
const ids: string[] = []
browser.prepare(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  for (const number of NUMBERS)
    await boss.post('/admin/phonenumber/save', { number, name: 'Warga', consent_source: 'Formulir kampanye' })
  for (const text of TEXTS) {
    const body = { name: text, text: `<p>${text} untuk {name}</p>`, status: 'active', only_campaigns: true }
    const { message } = await boss.post<{ message: { id: string } }>('/admin/message/create', body)
    ids.push(message.id)
  }
  const about = { text: '<p>Promo bertopik</p>', status: 'active', only_campaigns: true, topic: TOPIC }
  ids.push((await boss.post<{ message: { id: string } }>('/admin/message/create', about)).message.id)
  const rule = { join: 'and', not: false, of: [{ is: 'number', prefix: '62813888' }] }
  await boss.post('/admin/segment/create', { name: 'Warga kampanye', rule })
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
  member = await signIn(await browser.openWindow(), emailOf('kampanye'))
  await linkByQr(member, sandbox, ACCOUNT, 'Kampanye')
})
afterAll(async () => {
  for (const id of ids) await boss.delete(`/admin/message/${id}`)
  await deleteNumbers(browser.origin, '62813888000')
})
const got = async (): Promise<Map<string, string[]>> => {
  const all = (await sandbox.sentBy(ACCOUNT)).filter(({ to }) => NUMBERS.includes(to))
  return new Map([...Map.groupBy(all, ({ to }) => to)].map(([to, list]) => [to, list.map(({ text }) => text ?? '')]))
}
const hasFocus = (place: Locator): Promise<void> =>
  waitFor(async () => expect(await place.evaluate((it) => it === document.activeElement)).toBe(true))

test('the form refuses what cannot be, and keeps what was typed', async () => {
  await admin.goto('/campaign')
  await admin.getByRole('link', { name: 'Buat kampanye' }).first().click()
  await admin.getByRole('button', { name: 'Simpan' }).click()
  await admin.getByText('Tulis nama kampanye.').waitFor()
  await admin.getByLabel('Nama kampanye').fill('Promo warga')
  await admin.getByRole('combobox', { name: 'Penerima' }).selectOption({ label: 'Warga kampanye' })
  await admin.getByText(/^4 penerima bisa dikirimi saat ini, 0 di antaranya/).waitFor()
  const template = admin.getByLabel('Template', { exact: true })
  const save = admin.getByRole('button', { name: 'Simpan' })
  // on a phone what is wrong stands far above the button: the screen goes there
  await save.click()
  await hasFocus(template)
  await template.selectOption({ label: TEXTS[0] ?? '' })
  const days = await admin.getByRole('group', { name: 'Hari', exact: true }).getByRole('button').all()
  for (const day of days) await day.click()
  await save.click()
  await hasFocus(admin.getByRole('button', { name: 'Sen', exact: true }))
  for (const day of days) await day.click()
  await admin.getByRole('button', { name: 'Tambah template' }).click()
  await admin
    .getByLabel('Template', { exact: true })
    .nth(1)
    .selectOption({ label: TEXTS[1] ?? '' })
  const weight = admin.getByLabel('Bobot').nth(1)
  // the name of a template has most of its row
  const widths = await Promise.all(
    [admin.getByLabel('Template', { exact: true }).nth(1), weight].map(
      async (field) => (await field.boundingBox())?.width,
    ),
  )
  expect([Number(widths[0]) > 2 * Number(widths[1]), widths[1]]).toEqual([true, 80])
  await weight.fill('0')
  await save.click()
  await admin.getByText('Bobot: Paling sedikit 1.').waitFor()
  await hasFocus(weight)
  await weight.fill('1')
  // nobody knows who gets which before it is saved
  await admin.getByText(/^Tiap template, diisi data seorang penerima/).waitFor()
  for (const text of TEXTS) await admin.getByRole('figure').getByText(`${text} untuk Warga`).waitFor()
  await admin.getByLabel('Mulai (WIB)').fill('2031-01-02T08:00')
  await admin.getByLabel('Selesai (WIB)').fill('2031-01-01T08:00')
  browser.expectProblem(/422/)
  await admin.getByRole('button', { name: 'Simpan' }).click()
  await admin.getByText('Waktu selesai harus sesudah waktu mulai.').waitFor()
  // also what the server alone refuses
  await hasFocus(admin.getByLabel('Selesai (WIB)'))
  expect(await violationsOf(admin)).toEqual([])
  await admin.getByLabel('Mulai (WIB)').fill('')
  await admin.getByLabel('Selesai (WIB)').fill('')
  await admin.getByRole('button', { name: 'Simpan' }).click()
  await admin.getByText('Rancangan', { exact: true }).waitFor()
  for (const text of TEXTS)
    await admin
      .getByRole('figure', { name: `Pesan ${text}` })
      .getByText(`${text} untuk`)
      .waitFor()
})

test('launched it is sent by a member’s blast, each person once, and its file says what the phones got', async () => {
  await admin.getByRole('button', { name: 'Mulai', exact: true }).click()
  await admin
    .getByRole('alertdialog')
    .getByText(/4 penerima bisa dikirimi saat ini/)
    .waitFor()
  // the wrong message is seen here for the last time
  for (const text of TEXTS)
    await admin
      .getByRole('alertdialog')
      .getByRole('figure', { name: `Pesan ${text}` })
      .getByText(`${text} untuk`)
      .waitFor()
  const wide = admin.viewportSize() ?? { width: 1280, height: 800 }
  await admin.setViewportSize({ width: 360, height: 740 })
  // a template is called by its first line, which may be long
  const caption = admin.getByRole('alertdialog').locator('figcaption').first()
  await caption.evaluate((it) => it.append('x'.repeat(99)))
  expect(await admin.getByRole('alertdialog').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await admin.setViewportSize(wide)
  await admin.getByRole('button', { name: 'Ya, mulai' }).click()
  await admin.getByText('Berjalan', { exact: true }).waitFor()
  await admin.getByText('0 dari 4').first().waitFor()
  // before the start its member reads what their account will send
  await member.reload()
  const own = member.getByRole('region', { name: 'Kampanye yang dikirim akun Anda' })
  await own.getByText('Rp 100 per pesan').waitFor()
  await own.getByRole('button', { name: 'Promo warga' }).click()
  await own.getByText(`${TEXTS[0]} untuk`).waitFor()
  expect(await violationsOf(member)).toEqual([])
  await startBlast(member, ACCOUNT)
  // while it sends, its row says what (rule campaign-of-account)
  await rowOf(member, ACCOUNT).getByText('Kampanye Promo warga').waitFor()
  await admin.getByText('4 dari 4').first().waitFor({ timeout: 60_000 })
  await stopBlast(member, ACCOUNT)
  const received = await got()
  expect([...received.keys()].toSorted()).toEqual(NUMBERS)
  for (const texts of received.values()) {
    expect(texts).toHaveLength(1)
    expect(TEXTS.some((text) => texts[0]?.startsWith(`${text} untuk Warga`))).toBe(true)
  }
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const rows = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
  const listed = rows.map((row) => row.replaceAll('"', '').split(','))
  expect(listed.map(([number]) => number).toSorted()).toEqual(NUMBERS)
  for (const [number = '', , state, , template = '-'] of listed) {
    expect(state).toBe('success')
    expect(received.get(number)?.[0]).toContain(template)
  }
  expect(await violationsOf(admin)).toEqual([])
})

test('rule campaign-estimate: while it runs its page says how fast it goes', async () => {
  withDatabase(browser.home, (db) =>
    db.exec(`
      update campaigns set state = 'running', people = 5, ended_at = null, launched_at = ${Date.now() - 2 * HOUR_MS}
      where name = 'Promo warga'
    `),
  )
  await admin.reload()
  await admin.getByText(/^Laju: [1-4] pesan per jam, menurut jam kirim terakhir\.$/).waitFor()
})

test('its list says whose message was read, and shows those alone; who is left of a finished one is said with why', async () => {
  withDatabase(browser.home, (db) =>
    db.exec(`
      update campaigns set state = 'finished', people = 5, end_at = 1, ended_at = ${Date.now()} where name = 'Promo warga';
      update campaign_people set came = 3
      where campaign_id = (select id from campaigns where name = 'Promo warga')
        and number_id = (select id from phone_numbers where number = '${FIRST}')
    `),
  )
  await admin.reload()
  await admin.getByText(/^Selesai karena waktu selesainya sudah lewat\. 1 penerima belum mendapat pesannya\./).waitFor()
  const list = admin.getByRole('table', { name: 'Siapa mendapat apa' })
  await list.getByRole('row', { name: FIRST }).getByRole('cell', { name: 'Dibaca', exact: true }).waitFor()
  await admin.getByRole('group', { name: 'Dibaca / Dijawab' }).getByRole('button', { name: 'Dibaca' }).click()
  await list.getByRole('row', { name: SECOND }).waitFor({ state: 'detached' })
  await list.getByRole('row', { name: FIRST }).waitFor()
  expect(await violationsOf(admin)).toEqual([])
})

test('rule topics: a member who turns a topic off is told so, and stays where they are', async () => {
  await member.goto('/profile')
  const topic = member.getByRole('checkbox', { name: TOPIC })
  await topic.press('Space')
  await told(member, `Akun Anda tidak lagi mengirim topik ${TOPIC}.`)
  await hasFocus(topic)
  await topic.press('Space')
  await told(member, `Akun Anda boleh mengirim topik ${TOPIC} lagi.`)
  expect(await topic.isChecked()).toBe(true)
})

test('a copy is another draft, with another name', async () => {
  await admin.getByRole('link', { name: 'Salin' }).click()
  await admin.getByRole('heading', { name: 'Kampanye baru' }).waitFor()
  const name = admin.getByLabel('Nama kampanye')
  await name.waitFor()
  expect(await name.inputValue()).toBe('Salinan Promo warga')
  await admin.getByRole('button', { name: 'Simpan' }).click()
  await admin.getByRole('heading', { name: 'Salinan Promo warga' }).waitFor()
  await admin.getByText('Rancangan', { exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Hapus rancangan' }).click()
  await admin.getByRole('button', { name: 'Hapus rancangan' }).last().click()
  await admin.getByRole('heading', { name: 'Promo warga', exact: true }).waitFor()
})

test('another one is paused, goes on and is cancelled; a draft is deleted', async () => {
  const body = { name: 'Promo kedua', templates: [{ id: ids[0], weight: 1 }], start_at: '2031-01-02T08:00', budget: 1 }
  const { campaign } = await boss.post<{ campaign: { id: number } }>('/admin/campaign/create', body)
  await admin.goto(`/campaign/show?id=${campaign.id}`)
  await admin.getByRole('button', { name: 'Mulai', exact: true }).click()
  await admin
    .getByRole('alertdialog')
    .getByText(/^Hanya sekitar 1 dari [\d.]+ penerima yang akan mendapat/)
    .waitFor()
  // launched in another tab meanwhile: the page shows how it stands now
  browser.expectProblem(/422/)
  await boss.post('/admin/campaign/launch', { id: campaign.id })
  await admin.getByRole('button', { name: 'Ya, mulai' }).click()
  await admin.getByText('Kampanye ini baru saja diubah, oleh orang lain atau di tab lain.').waitFor()
  await admin.getByText('Terjadwal', { exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Jeda' }).press('Enter')
  await admin.getByText('Dijeda', { exact: true }).waitFor()
  // whoever presses again has the same button before them, and is asked
  expect(await admin.evaluate(() => document.activeElement?.textContent)).toBe('Lanjutkan')
  await admin.keyboard.press('Enter')
  await admin.getByRole('button', { name: 'Ya, lanjutkan' }).click()
  await admin.getByText('Terjadwal', { exact: true }).waitFor()
  // a copy says who waits in it, and stands beside it once it is launched
  await admin.getByRole('link', { name: 'Salin' }).click()
  await admin.getByText(/juga masih menunggu pesan dari kampanye lain: .*Promo kedua/).waitFor()
  await admin.getByLabel('Mulai (WIB)').fill('2031-01-02T08:00')
  await admin.getByRole('button', { name: 'Simpan' }).click()
  await admin.getByRole('heading', { name: 'Salinan Promo kedua' }).waitFor()
  await admin.getByRole('button', { name: 'Mulai', exact: true }).click()
  await admin.getByRole('button', { name: 'Ya, mulai' }).click()
  const beside = admin.getByRole('region', { name: 'Dibanding gelombang sebelumnya' })
  await beside.getByRole('rowheader', { name: 'Tidak pernah setuju' }).waitFor()
  expect(await violationsOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Batalkan' }).click()
  await admin.getByRole('button', { name: 'Ya, batalkan' }).click()
  await admin.getByText('Dibatalkan', { exact: true }).waitFor()
  // who stopped or was deleted is no progress of one that nobody goes on with
  expect(await admin.getByRole('progressbar', { name: 'Kemajuan kampanye' }).count()).toBe(0)
  await beside.getByRole('link', { name: 'Promo kedua' }).click()
  await admin.getByRole('heading', { name: 'Promo kedua', exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Batalkan' }).click()
  await admin.getByRole('button', { name: 'Ya, batalkan' }).click()
  await admin.getByText('Dibatalkan', { exact: true }).waitFor()
  await admin.getByRole('link', { name: 'Segmen yang belum mendapat' }).click()
  const which = admin.getByRole('combobox', { name: 'Kampanye', exact: true })
  await waitFor(async () => expect(await which.inputValue()).toBe(String(campaign.id)))
  await admin.getByText(/^\d[\d.]* orang$/).waitFor()
  expect(await violationsOf(admin)).toEqual([])
  await which.selectOption({ label: 'Promo warga' })
  await admin.getByLabel('Hasil kampanye').selectOption({ label: 'mendapat, belum membaca' })
  await admin.getByText('Yang mematikan tanda baca').waitFor()
  await admin.getByText('3 orang', { exact: true }).waitFor()
  expect(await violationsOf(admin)).toEqual([])
  const draft = await boss.post<{ campaign: { id: number } }>('/admin/campaign/create', { ...body, name: 'Salah' })
  await admin.goto(`/campaign/show?id=${draft.campaign.id}`)
  await admin.getByRole('button', { name: 'Hapus rancangan' }).click()
  await admin.getByRole('button', { name: 'Hapus rancangan' }).last().click()
  await admin.getByText('Rancangan dihapus.').waitFor()
  await admin.waitForURL(/\/campaign$/)
  await admin.getByText('Promo kedua').first().waitFor()
  expect(await admin.getByText('Salah', { exact: true }).count()).toBe(0)
  expect(await violationsOf(admin)).toEqual([])
})
