// /status while nothing is wrong, while something is, and what a member reads meanwhile (rule service-line).
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { goTo, signIn, told } from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'

const browser = useBrowser()
const TITLE = 'Tidak ada mesin pengirim yang punya tempat'
const MINUTE_MS = 60_000
/** The cron's round of a fifth minute, in which the Worker looks at itself. */
const look = (): Promise<Response> =>
  fetch(
    `${browser.workerOrigin}/cdn-cgi/local/scheduled?time=${Math.ceil(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS}`,
  )
const write = (sql: string, ...values: (string | number)[]): void =>
  withDatabase(browser.home, (db) => void db.prepare(sql).run(...values))

let admin: Page
let member: Page
browser.prepare(async () => {
  const context = await browser.openWindow()
  admin = await signIn(context, 'admin@demo.test')
  // Moved on by hand where the page asks again after half a minute; and fast, as a computer's may be: ages are the server's.
  await context.clock.install({ time: Date.now() + 40 * MINUTE_MS })
  member = await signIn(await browser.openWindow(), emailOf('sehat'))
})
beforeAll(look)

test('rule promises: each has its figure, its aim and whether it was kept, for a day and for a month', async () => {
  await goTo(admin, '/status')
  await admin.getByText(/^Tidak ada gangguan\. Diperiksa terakhir pukul/).waitFor()
  const tile = admin.getByRole('region', { name: 'Hasil masuk buku besar' }).first()
  await tile.getByText('Terpenuhi').waitFor()
  await tile.getByText('Tujuan: kurang dari 90 dtk').waitFor()
  const plot = (range: string) => admin.getByRole('slider', { name: `Grafik API menjawab, ${range}` })
  await plot('24 jam').waitFor()
  await admin.getByRole('button', { name: '30 hari' }).click()
  await plot('30 hari').focus()
  await plot('30 hari').press('Home')
  expect(await plot('30 hari').getAttribute('aria-valuetext')).toMatch(/\d{4}: API menjawab (100%|tidak ada data)$/)
  await admin.getByText('Sudah selesai dalam 30 hari terakhir (2)').click()
  await admin.getByText('Pesan menunggu lama di antrean: hasil pesan').waitFor()
})

test('rule service-line: what is wrong appears by itself with its next step, members read one line, and both go when it ends', async () => {
  const now = Date.now()
  write(
    `insert into troubles (kind, subject, since, seen_at, told_at, figures) values ('no_runner', '', ?, ?, ?, '{}')`,
    now - 3 * MINUTE_MS,
    now,
    now,
  )
  await admin.clock.fastForward(31_000)
  const listed = admin.getByRole('list', { name: 'Yang perlu diperhatikan' })
  await listed.getByText(TITLE).waitFor()
  await listed.getByText('Nyalakan satu mesin pengirim').waitFor()
  await listed.getByText('Panduan: docs/runbooks/no_runner.md').waitFor()
  expect(await violationsOf(admin)).toEqual([])
  await member.reload()
  const line = member.getByRole('complementary', { name: 'Keterangan layanan' })
  expect(await line.innerText()).toMatch(/^Pengiriman sedang tertunda\. Kami sedang memperbaikinya/)
  // an isolate keeps its answer for half a minute
  const stranger = await (await browser.openWindow()).newPage()
  await waitFor(async () => {
    await stranger.goto('/signin')
    await stranger.getByText(/^Pengiriman sedang tertunda/).waitFor({ timeout: 2_000 })
  })
  // the look found a runner with room twice by now
  write(`update troubles set seen_at = ? where kind = 'no_runner'`, now - 10 * MINUTE_MS)
  await look()
  await admin.clock.fastForward(31_000)
  await listed.waitFor({ state: 'detached' })
  await admin.getByText('Sudah selesai dalam 30 hari terakhir (3)').waitFor()
  await member.reload()
  await waitFor(async () => expect(await line.count()).toBe(0))
})

test('rule alerts: who runs the place tries the addresses that were saved, and reads that all were reached', async () => {
  const address = 'penjaga@uji.test'
  const save = async (value: string): Promise<void> => {
    await admin.getByLabel('Email peringatan').fill(value)
    await admin.getByRole('button', { name: 'Simpan', exact: true }).click()
    await told(admin, 'Pengaturan sudah disimpan.')
  }
  const send = admin.getByRole('button', { name: 'Kirim peringatan percobaan' })
  await goTo(admin, '/settings')
  await admin.getByLabel('Email peringatan').fill(address)
  await admin.getByText('Simpan dahulu alamat yang baru.').waitFor()
  expect(await send.isDisabled()).toBe(true)
  await save(address)
  await send.click()
  await admin.getByText('Diterima 1 dari 1 alamat.').waitFor()
  const mails = await controlsOf(browser.sandboxOrigin).mailTo(address)
  expect(mails.filter(({ text }) => text.includes('Ini percobaan'))).toHaveLength(1)
  browser.expectProblem(/troubles\/test/)
  await save('')
  await send.click()
  await admin.getByText('Simpan email atau webhook peringatan lebih dahulu.').waitFor()
})

test('rule reconnect-all: accounts that gave up are counted, and one press has all of them try again', async () => {
  write(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
     values ('menyerah', 'menyerah', 'siapa', 'blast', '6281200009999', 'disconnected', 'idle', 1)`,
  )
  await goTo(admin, '/status')
  await admin.getByText(/^\d+ akun terputus dan tidak mencoba lagi sendiri\.$/).waitFor()
  expect(await violationsOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Hubungkan lagi semua' }).click()
  await told(admin, 'Sedang dihubungkan lagi secara bertahap, sekitar 200 akun per menit.')
  write(`delete from whatsapp where id = 'menyerah'`)
})
