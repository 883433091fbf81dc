// A blast that waits or cannot send says why, also after a reload, and its end is a report.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { violationsOf } from '../support/axe.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { figureOf, cellOf, linkByQr, rowOf, signIn, startBlast, stopBlast } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PHONE = '6281230000034'
/** Not on WhatsApp. */
const ABSENT = '6285730000034'
/** Of this journey alone: the others' may all be within their cooldown. */
const FREE = ['6285730000131', '6285730000132', '6285730000133']
const OPEN = { send_window_start: '00:00', send_window_end: '24:00' }
/** A minute of the day, half a day away. */
const closedNow = (): typeof OPEN => {
  const hour = (new Date().getUTCHours() + 7 + 12) % 24
  const at = String(hour).padStart(2, '0')
  return { send_window_start: `${at}:00`, send_window_end: `${at}:01` }
}

let boss: Person
let page: Page
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  for (const number of [ABSENT, ...FREE])
    await boss.post('/admin/phonenumber/save', { number, name: 'Tamu', consent_source: 'Daftar hadir' })
  await sandbox.contacts(ABSENT, ABSENT, false)
})
/** The other journeys blast at any hour, and to the same numbers again. */
afterAll(async () => {
  await boss.put('/admin/setting/update', { ...OPEN, recipient_cooldown_hours: 0 })
  const numbers = await boss.get<{ data: { id: string }[] }>('/admin/phonenumber/list-per-page?search=6285730000')
  for (const { id } of numbers.data) await boss.delete(`/admin/phonenumber/${id}`)
})
browser.prepare(async () => {
  page = await signIn(await browser.openWindow(), emailOf('alasan'))
  await linkByQr(page, sandbox, PHONE, 'Alasan')
})
/** Waits: a table turns into cards a moment after the window did. */
const fitsWindow = (shown: Page): Promise<void> =>
  waitFor(async () =>
    expect(await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0),
  )
const inRow = (words: string | RegExp) => rowOf(page, PHONE).getByText(words, { exact: true })
/** Light on a desktop and dark on a phone, where the row is a card. */
const isReadable = async (words: RegExp): Promise<void> => {
  const desktop = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const dark of [false, true]) {
    if (dark) {
      await page.setViewportSize({ width: 360, height: 740 })
      // on a phone the rest of an account stands behind a tap
      await page.getByRole('button', { name: /^Rincian / }).click()
    }
    await page.evaluate((on) => void document.documentElement.classList.toggle('dark', on), dark)
    await page.getByText(words).and(page.locator(':visible')).first().waitFor()
    // asked again while colours still change
    await waitFor(async () => {
      const serious = (await violationsOf(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious).toEqual([])
    })
    await fitsWindow(page)
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
  await page.setViewportSize(desktop)
}
const notifications = () => page.getByRole('region', { name: /^Pemberitahuan/ })

test('rule recipients-ready: before a start stands how many are ready, for all members together', async () => {
  await page.getByText(/^(Sedikitnya 500|[1-9]\d*) penerima siap untuk semua/).waitFor()
  expect(await page.getByRole('region', { name: 'Kabar tentang penerima' }).count()).toBe(0)
})

describe('outside the sending window', () => {
  test('the account waits, says why and until when, and is not called sending', async () => {
    await boss.put('/admin/setting/update', closedNow())
    await startBlast(page, PHONE)
    await inRow(/^Di luar jam kirim\. Lanjut sendiri (besok )?pukul \d\d\.\d\d\.$/).waitFor()
    await inRow('Menunggu').waitFor()
    expect(await inRow('Mengirim').count()).toBe(0)
  })

  test('also after a reload', async () => {
    await page.reload()
    await inRow(/^Di luar jam kirim\. Lanjut sendiri (besok )?pukul \d\d\.\d\d\.$/).waitFor()
    await inRow('Menunggu').waitFor()
    await isReadable(/^Di luar jam kirim/)
    // nothing is in flight that would be finished
    await rowOf(page, PHONE).getByRole('button', { name: 'Stop Blast' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sedang mengirim' })
    await question
      .getByText(/^Di luar jam kirim.* Tidak ada pesan yang sedang dikirim\. Blast berhenti sekarang/)
      .waitFor()
    await question.getByRole('button', { name: 'Tunggu Aja' }).click()
    await stopBlast(page, PHONE)
  })
})

test('rule account-check: the office reads of the number why it does not send and what helps, on a desk and on a phone', async () => {
  const office = await signIn(await browser.openWindow(), 'admin@demo.test')
  await office.goto('/account-check')
  const find = office.getByRole('searchbox', { name: 'Akun' })
  await find.fill(`0${PHONE.slice(2)}`)
  await find.press('Enter')
  const answer = office.getByRole('region', { name: 'Periksa Akun' })
  await answer.getByText('Blast terakhir dihentikan.').waitFor()
  await answer.getByText(/^Sejak \d{1,2} \w+ \d{4} \d\d\.\d\d \(/).waitFor()
  await answer.getByText('Pemiliknya menekan Start Blast.').waitFor()
  await boss.put('/admin/setting/update', closedNow())
  await startBlast(page, PHONE)
  // it is asked again by itself
  await answer.getByText(/^Blast menunggu: Di luar jam kirim/).waitFor()
  for (const [width, dark] of [
    [1280, false],
    [360, true],
  ] as const) {
    await office.setViewportSize({ width, height: 800 })
    await office.evaluate((on) => void document.documentElement.classList.toggle('dark', on), dark)
    await fitsWindow(office)
    await waitFor(async () => {
      const serious = (await violationsOf(office)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious).toEqual([])
    })
  }
  await stopBlast(page, PHONE)
  await office.context().close()
})

describe('rule run-report: the end of a blast', () => {
  test('stands in the row: sent, failed by reason, earned', async () => {
    await boss.put('/admin/setting/update', { ...OPEN, recipient_cooldown_hours: 1_000 })
    // Without an interval the run may be over before its Stop button is seen.
    await rowOf(page, PHONE).getByRole('button', { name: 'Start Blast' }).click()
    await inRow(/^Blast terakhir, \d\d\.\d\d$/).waitFor()
    const sent = (await sandbox.sentBy(PHONE)).filter(({ acked }) => acked).length
    expect(sent).toBeGreaterThanOrEqual(FREE.length)
    const income = await figureOf(cellOf(page, PHONE, 'income'))
    await waitFor(async () => {
      const sums = await inRow(/^\d+ terkirim · \d+ gagal · Rp/).innerText()
      expect(sums.replace(/\s/g, ' ')).toBe(`${sent} terkirim · 1 gagal · Rp ${income.toLocaleString('id-ID')}`)
    })
    await inRow('1 × tidak terdaftar di WhatsApp').waitFor()
    await rowOf(page, PHONE)
      .getByRole('button', { name: /^Sebabnya/ })
      .click()
    const report = page.getByRole('dialog', { name: 'Mengapa pesan gagal' })
    await report.getByText('1 × tidak terdaftar di WhatsApp').waitFor()
    await page.reload()
    await inRow('1 × tidak terdaftar di WhatsApp').waitFor()
    await isReadable(/^1 × tidak terdaftar/)
  })

  test('that could send nothing says when the first number is free again, by the account’s name', async () => {
    await rowOf(page, PHONE).getByRole('button', { name: 'Start Blast' }).click()
    await notifications()
      .getByText(/^Blast Alasan tidak mengirim: Semua nomor baru bisa dikirimi lagi \d+ \w+( \d+)?\.$/)
      .waitFor()
    await inRow(/^Semua nomor baru bisa dikirimi lagi \d+ \w+( \d+)?$/).waitFor()
    expect(
      await notifications()
        .getByText(/selesai/)
        .count(),
    ).toBe(0)
    expect(await notifications().getByText(/wa-/).count()).toBe(0)
    await page.reload()
    await inRow(/^Semua nomor baru bisa dikirimi lagi \d+ \w+( \d+)?$/).waitFor()
  })
})

test('rule timeline: the page of a number says what was sent, by which account, with what outcome', async () => {
  const office = await signIn(await browser.openWindow(), 'admin@demo.test')
  const found = await boss.get<{ data: { id: string }[] }>(`/admin/phonenumber/list-per-page?search=${FREE[0]}`)
  await office.goto(`/phonenumber/edit?id=${found.data[0]?.id}`)
  const card = office.getByRole('region', { name: 'Riwayat kiriman' }).first()
  await card
    .getByText(/^Pesan terkirim/)
    .first()
    .waitFor()
  await card.getByRole('link', { name: 'Alasan' }).first().waitFor()
  await card.getByText(/^Ditanya: Alasan, yang terakhir mengirim/).waitFor()
  await card
    .getByText(/^Daftar hadir, /)
    .first()
    .waitFor()
  await card
    .getByText(/^Umum · ./)
    .first()
    .waitFor()
  await card.getByText(/dan kampanye yang sudah lama selesai belum ditanya\.$/).waitFor()
  for (const [width, dark] of [
    [1280, false],
    [360, true],
  ] as const) {
    await office.setViewportSize({ width, height: 800 })
    await office.evaluate((on) => void document.documentElement.classList.toggle('dark', on), dark)
    await fitsWindow(office)
    await card.scrollIntoViewIfNeeded()
  }
  await card.getByRole('button', { name: 'Tanya semua akun' }).press('Enter')
  await card.getByText(/^Semua \d+ akun sudah ditanya, juga kampanye yang sudah lama selesai\.$/).waitFor()
  await card.getByRole('link', { name: 'Alasan' }).first().waitFor()
  await fitsWindow(office)
  await office.context().close()
})

test('rule recipients-again: who has nobody to write to asks to be told, which stays asked until it is taken back', async () => {
  const wish = page.getByRole('region', { name: 'Kabar tentang penerima' })
  const asked = wish.getByText('Anda diberi tahu bila ada penerima lagi.')
  await wish.getByRole('button', { name: 'Beri tahu saya bila ada penerima' }).press('Enter')
  await asked.waitFor()
  await page.reload()
  await asked.waitFor()
  await isReadable(/^Anda diberi tahu bila/)
  expect(await page.getByText(/ penerima siap untuk semua/).count()).toBe(0)
  const takeBack = wish.getByRole('button', { name: 'Batalkan kabar ini' })
  await takeBack.press('Enter')
  await wish.getByRole('button', { name: 'Beri tahu saya bila ada penerima' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Beri tahu saya bila ada penerima')
})
