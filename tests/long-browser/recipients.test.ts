// Journeys 4 and 5: what a recipient's BERHENTI does, and what deleting a sent message does.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import {
  cellOf,
  figureOf,
  linkByQr,
  openChat,
  openPhone,
  rowOf,
  signIn,
  startBlast,
  stopBlast,
} from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PRICE = 100

describe('a recipient who answers BERHENTI', () => {
  const phone = '6281230000003'
  let context: BrowserContext
  let page: Page
  let recipient = ''
  browser.prepare(async () => {
    context = await browser.openWindow()
    page = await signIn(context, emailOf('henti'))
    await linkByQr(page, sandbox, phone, 'Henti')
  })
  test('gets one confirmation and then nothing more, while the others go on', async () => {
    const start = rowOf(page, phone).getByRole('button', { name: 'Start Blast', disabled: false })
    await start.click()
    await waitFor(async () => {
      recipient = (await sandbox.sentBy(phone))[0]?.to ?? ''
      expect(recipient).not.toBe('')
    })
    // rule info-answer: before they end it they ask what is kept about them
    await sandbox.reply(recipient, phone, 'INFO')
    const asked = async () => (await sandbox.messages(recipient)).filter(({ text }) => text.includes('/opt-out?token='))
    await waitFor(async () => expect(await asked()).toHaveLength(1))
    const [link = ''] = /https?:\/\/\S+$/.exec((await asked())[0]?.text ?? '') ?? []
    const own = await context.newPage()
    await own.goto(link)
    await own.getByRole('link', { name: 'Saya tidak pernah setuju' }).waitFor()
    await own.close()
    const phonePage = await openPhone(context, browser.sandboxOrigin, recipient)
    const chat = await openChat(phonePage, 'Henti')
    await phonePage.getByRole('button', { name: 'Balas BERHENTI' }).click()
    await chat.getByText('BERHENTI', { exact: true }).waitFor()
    const confirmation = /tidak akan menerima pesan/i
    await chat.getByText(confirmation).first().waitFor()
    const atStop = await sandbox.messages(recipient)
    const countOf = async (): Promise<Map<string, number>> => {
      const counts = new Map<string, number>()
      for (const { to } of await sandbox.sentBy(phone)) counts.set(to, (counts.get(to) ?? 0) + 1)
      return counts
    }
    await page.bringToFront()
    await start.waitFor()
    const before = await countOf()
    expect(before.size).toBeGreaterThan(30)
    before.delete(recipient)
    // A run passes over the list once and ends by itself: again, until all the others have got one more.
    await waitFor(async () => {
      if (await start.isVisible()) await start.click()
      const now = await countOf()
      for (const [to, count] of before) expect(now.get(to)).toBeGreaterThan(count)
    })
    await start.waitFor()
    const after = await sandbox.messages(recipient)
    expect(after.map(({ id }) => id)).toEqual(atStop.map(({ id }) => id))
    expect(after.filter(({ text }) => confirmation.test(text))).toHaveLength(1)
    expect(await chat.getByText(confirmation).count()).toBe(1)
    await phonePage.close()
  })
})

describe('a member who deletes a sent message', () => {
  const phone = '6281230000004'
  let context: BrowserContext
  let page: Page
  let admin: Page
  browser.prepare(async () => {
    context = await browser.openWindow()
    page = await signIn(context, emailOf('hapus'))
    await linkByQr(page, sandbox, phone, 'Hapus')
    admin = await signIn(await browser.openWindow(), 'admin@demo.test')
    await admin.goto('/member')
    await admin.getByRole('searchbox').fill('hapus@')
    // the row may stand there before the search has begun: the late search must leave the next screen's address alone
    await admin
      .getByRole('row')
      .filter({ hasText: 'hapus@uji.test' })
      .getByRole('link', { name: /akun WhatsApp/ })
      .click()
    await rowOf(admin, phone).getByText('Tersambung', { exact: true }).waitFor()
  })

  test('sees the account suspended and loses that income, and it cannot be started', async () => {
    await startBlast(page, phone)
    await waitFor(async () => expect(await figureOf(cellOf(page, phone, 'income'))).toBeGreaterThanOrEqual(3 * PRICE))
    const [first] = await sandbox.sentBy(phone)
    const phonePage = await openPhone(context, browser.sandboxOrigin, phone)
    const chat = await openChat(phonePage, first?.to ?? '?')
    await chat.getByRole('button', { name: 'Hapus untuk semua orang' }).first().click()
    await chat.getByText('Pesan ini telah dihapus').waitFor()
    const row = rowOf(page, phone)
    await row.getByText('Aturan #1 Jangan hapus pesan terkirim. Silahkan hubungi Admin/CS').waitFor()
    await row.getByText('Ditangguhkan', { exact: true }).waitFor()
    await row.getByText('Pesan terkirim dihapus atau diubah, atau WhatsApp memblokir nomor ini.').waitFor()
    expect(await row.getByRole('button', { name: 'Start Blast' }).count()).toBe(0)
    await waitFor(async () => {
      const acked = (await sandbox.sentBy(phone)).filter(({ acked }) => acked).length
      expect(await figureOf(cellOf(page, phone, 'income'))).toBe((acked - 1) * PRICE)
    })
    await page.getByRole('combobox', { name: 'Status' }).selectOption('suspended')
    await row.waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('connected')
    await page.getByText('Kosong').waitFor()
    await phonePage.close()
  })

  test('is refused by the server too', async () => {
    browser.expectProblem(/start-blasting/)
    const answer = await page.evaluate(async () => {
      const list = await fetch('/api/admin/whatsapp/list-per-page?page=1', {
        headers: { authorization: `Bearer ${localStorage.getItem('authToken')}` },
      })
      const { data } = (await list.json()) as { data: { clientid: string }[] }
      const response = await fetch('/api/admin/whatsapp/start-blasting', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('authToken')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ whatsappClientId: data[0]?.clientid, socketClientId: data[0]?.clientid, loop: true }),
      })
      return { status: response.status, body: (await response.json()) as { reason: string } }
    })
    expect(answer).toMatchObject({ status: 409, body: { reason: 'account_suspended' } })
  })

  test('is set free by an admin, who saw it happen, and sees it at once', async () => {
    const row = rowOf(admin, phone)
    await row.getByText('Ditangguhkan', { exact: true }).waitFor()
    await row.getByText('Ditangguhkan 1 kali').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('all')
    await rowOf(page, phone).getByText('Ditangguhkan', { exact: true }).waitFor()
    await row.getByRole('button', { name: /^Aktifkan/ }).click()
    await admin.getByText('Akun sudah diaktifkan kembali.').waitFor()
    await row.getByText('Tersambung', { exact: true }).waitFor()
    await rowOf(page, phone).getByText('Tersambung', { exact: true }).waitFor()
    await startBlast(page, phone)
    await row.getByText('Mengirim', { exact: true }).first().waitFor()
    await stopBlast(page, phone)
  })
})
