// An admin writes to one receiver with a template, through a member's account; the member sees what leaves under their
// number, and may stop it.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { violationsOf } from '../support/axe.ts'
import { linkByQr, pickMenu, rowOf, signIn } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PHONE = '6281230000014'
const RECEIVER = '6285730000014'
const WAY_OUT = 'Balas BERHENTI untuk berhenti menerima pesan.'

let boss: Person
let admin: Page
let member: Page
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  await boss.post('/admin/message/create', { text: '<p>Undangan <b>rapat</b> untuk {name}</p>', status: 'active' })
  await boss.post('/admin/phonenumber/save', { number: RECEIVER, name: 'Ratna', consent_source: 'Daftar hadir rapat' })
})
/** The other journeys blast with the demo's templates to the demo's numbers. */
afterAll(async () => {
  type Rows = { data: { id: string; text?: string }[] }
  const templates = await boss.get<Rows>('/admin/message/list-per-page?limit=100')
  for (const { id, text } of templates.data) if (text?.includes('Undangan')) await boss.delete(`/admin/message/${id}`)
  const numbers = await boss.get<Rows>(`/admin/phonenumber/list-per-page?search=${RECEIVER}`)
  for (const { id } of numbers.data) await boss.delete(`/admin/phonenumber/${id}`)
})
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
  member = await signIn(await browser.openWindow(), emailOf('utus'))
  await linkByQr(member, sandbox, PHONE, 'Utus')
  await pickMenu(admin, 'Blaster')
})

const choose = async (label: string, search: string, option: string): Promise<void> => {
  await admin.getByLabel(label, { exact: true }).click()
  await admin.keyboard.type(search)
  await admin.getByRole('option', { name: option }).click()
}
const send = async (): Promise<void> => {
  await admin.getByRole('button', { name: 'Kirim', exact: true }).click()
  await admin.getByRole('dialog', { name: 'Kirim pesan ini?' }).getByRole('button', { name: 'Ya, kirim' }).click()
  const told = admin.getByRole('alertdialog', { name: 'Terkirim!' })
  await told.getByText('Pesan blaster berhasil dikirim ke target.').waitFor()
  await told.getByRole('button', { name: 'OK' }).click()
}
const firstJob = (): Locator => admin.getByRole('table', { name: 'Riwayat blaster' }).getByRole('row').nth(1)

test('a template is chosen by its words, shown as it will arrive, and arrives so', async () => {
  // the first that is missing stands above the button, out of sight on a phone
  await admin.getByRole('button', { name: 'Kirim', exact: true }).click()
  await waitFor(async () =>
    expect(
      await admin.getByLabel('Choose Sender', { exact: true }).evaluate((it) => it === document.activeElement),
    ).toBe(true),
  )
  await choose('Choose Sender', PHONE, PHONE)
  await admin.getByLabel('Pakai template').check()
  await choose('Choose Receivers', RECEIVER, RECEIVER)
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Kirim', exact: true }).click()
  await admin.getByText('Pilih template.').waitFor()
  await choose('Message', 'rapat undangan', 'Undangan')
  const preview = admin.getByRole('figure', { name: 'Pratinjau pesan' })
  await preview.getByText('Undangan rapat untuk Ayu').waitFor()
  await preview.getByText(WAY_OUT).waitFor()
  await send()
  await waitFor(async () =>
    expect((await sandbox.messages(RECEIVER)).map(({ from, text }) => [from, text])).toEqual([
      [PHONE, `Undangan *rapat* untuk Ratna\n\n${WAY_OUT}`],
    ]),
  )
  await firstJob().getByText('Selesai').waitFor()
})

test('rule one-off-people: who got it opens from its row, by outcome, on a phone and by keyboard, as a file and to the person', async () => {
  const open = firstJob().getByRole('button', { name: `Penerima blaster dari ${PHONE}` })
  await open.focus()
  await admin.keyboard.press('Enter')
  const report = admin.getByRole('dialog', { name: 'Siapa mendapat apa' })
  const row = report.getByRole('row', { name: RECEIVER })
  await row.getByRole('cell', { name: 'Ratna' }).waitFor()
  await row.getByRole('cell', { name: 'Terkirim' }).waitFor()
  expect(await violationsOf(admin)).toEqual([])
  const outcomes = report.getByRole('group', { name: 'Hasil' })
  await outcomes.getByRole('button', { name: 'Gagal' }).click()
  await report.getByText('Tidak ada penerima dengan hasil ini.').waitFor()
  await outcomes.getByRole('button', { name: 'Terkirim' }).click()
  await row.waitFor()
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    report.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toMatch(new RegExp(`^${RECEIVER},Ratna,success,`, 'm'))
  await admin.keyboard.press('Escape')
  await report.waitFor({ state: 'detached' })
  await waitFor(async () => expect(await open.evaluate((it) => it === document.activeElement)).toBe(true))

  const wide = admin.viewportSize() ?? { width: 1280, height: 800 }
  await admin.setViewportSize({ width: 360, height: 740 })
  await admin
    .getByRole('button', { name: `Penerima blaster dari ${PHONE}` })
    .first()
    .click()
  await report.getByText('Ratna').waitFor()
  expect(await report.evaluate((it) => [...it.querySelectorAll('*')].some((one) => one.scrollWidth > 360))).toBe(false)
  expect(await violationsOf(admin)).toEqual([])
  await report.getByRole('link', { name: RECEIVER }).click()
  await waitFor(async () => expect(await admin.getByLabel('Nama').first().inputValue()).toBe('Ratna'))
  await admin.setViewportSize(wide)
  await pickMenu(admin, 'Blaster')
  await choose('Choose Sender', PHONE, PHONE)
})

test('a receiver that was typed is taken by Enter before the answer is there, and never All or another', async () => {
  await admin.getByLabel('Choose Receivers', { exact: true }).click()
  await admin.getByRole('option', { name: 'All' }).waitFor()
  const number = (await admin.getByRole('option').nth(2).innerText()).split('\n')[0] ?? ''
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const search = (url: URL): boolean => url.searchParams.get('search') === number
  await admin.route(search, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await admin.keyboard.type(number)
  await admin.keyboard.press('Enter')
  const chip = admin.getByRole('button', { name: `Hapus ${number} dari penerima` })
  await chip.waitFor()
  await asked.promise
  // chosen again it is taken away, and nothing else was chosen
  await admin.keyboard.press('Enter')
  await chip.waitFor({ state: 'detached' })
  expect(await admin.getByRole('button', { name: /dari penerima$/ }).count()).toBe(0)
  held.resolve()
  await admin.unrouteAll({ behavior: 'wait' })
  await admin.keyboard.press('Escape')
})

test('what is written is sent once the way is changed back', async () => {
  await admin.getByLabel('Tulis pesan').check()
  await admin.getByLabel('Message', { exact: true }).fill('Kabar untuk {name}')
  await choose('Choose Receivers', '', 'All')
  await admin.keyboard.press('Escape')
  await send()
  await waitFor(async () =>
    expect((await sandbox.sentBy(PHONE)).some((one) => one.text.startsWith('Kabar'))).toBe(true),
  )
})

test('the member’s row says whose message it is, and stops it by that name', async () => {
  const row = rowOf(member, PHONE)
  await row.getByText('Mengirim pesan blaster...').waitFor()
  expect(await row.getByRole('button', { name: 'Stop Blast', exact: true }).count()).toBe(0)
  await row.getByRole('button', { name: 'Stop Blaster' }).click()
  const question = member.getByRole('alertdialog', { name: 'Sedang mengirim' })
  await question.getByText(/Admin sedang mengirim pesan blaster lewat akun ini/).waitFor()
  await question.getByRole('button', { name: 'Stop Blaster!' }).click()
  await row.getByRole('button', { name: 'Start Blast' }).waitFor()
  expect(await row.getByText('Mengirim pesan blaster...').count()).toBe(0)
  await firstJob().getByText('Berhenti', { exact: true }).waitFor()
})
