// A withdraw whose answer, or whose request, is lost on the way: the page asks by its key and says what became of it (rule one-press).
import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, pickMenu, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const REQUEST = '**/api/admin/withdraw/request'
const QUESTION = '**/api/auth/press'
const NOT_HAPPENED = 'Tidak terjadi, dan tidak ada yang berubah. Silakan coba lagi.'
const LOST = /Failed to load resource|ERR_/
let member: Person
let page: Page
browser.prepare(async () => {
  const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  member = await signInAt(browser.origin, emailOf('hilang'), PASSWORD)
  const bank = { account_bank: 'BCA', account_number: '5550002222', account_name: 'Hilang Uji' }
  await member.put(`/admin/users/${member.id}`, { ...bank, current_password: PASSWORD })
  await boss.post('/admin/bonus/create', { userId: member.id, nominal: 90_000, reason: 'Untuk uji' })
  page = await signIn(await browser.openWindow(), emailOf('hilang'))
  await pickMenu(page, 'Withdraw')
  // a request is reviewed once the form knows the bank
  const path = `/api/admin/users/${member.id}`
  await page.waitForFunction((end) => performance.getEntries().some(({ name }) => name.endsWith(end)), path)
})
const review = () => page.getByRole('alertdialog', { name: 'Periksa permintaan' })
const ask = async (nominal: string): Promise<void> => {
  await page.getByLabel('Nominal (Rp)').fill(nominal)
  await page.getByRole('button', { name: 'Ajukan', exact: true }).click()
  await review().getByRole('button', { name: 'Kirim permintaan' }).click()
}
const amounts = async (): Promise<number[]> => {
  const { list } = await member.get<{ list: { nominal: number }[] }>(`/admin/withdraw/history/${member.id}`)
  return list.map(({ nominal }) => nominal)
}

describe('rule one-press: a withdraw', () => {
  test('whose answer is lost has happened, once, and is told as done', async () => {
    browser.expectProblem(LOST)
    await page.route(REQUEST, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await ask('11.000')
    await page.getByText('Permintaan withdraw sudah dikirim.').waitFor()
    await dataRow(page, '11.000').getByText('Menunggu').waitFor()
    await page.unroute(REQUEST)
    expect(await amounts()).toEqual([11_000])
  })
  test('whose request is lost has not happened; pressed again it is one', async () => {
    browser.expectProblem(LOST)
    await page.route(REQUEST, (route) => route.abort())
    await ask('12.000')
    await page.getByText(NOT_HAPPENED).waitFor()
    await page.unroute(REQUEST)
    expect(await amounts()).toEqual([11_000])
    await ask('12.000')
    await dataRow(page, '12.000').getByText('Menunggu').waitFor()
    expect(await amounts()).toEqual([12_000, 11_000])
  })
  test('that gets no answer in 15 s is asked about, while nobody can be asked it is uncertain, and late it arrives in vain', async () => {
    browser.expectProblem(LOST)
    const held: Request[] = []
    await page.clock.install()
    await page.route(REQUEST, (route) => void held.push(route.request()))
    await page.route(QUESTION, (route) => route.abort())
    await ask('13.000')
    await waitFor(() => expect(held).toHaveLength(1))
    await page.clock.fastForward(16_000)
    await waitFor(async () => {
      await page.clock.runFor(1_000)
      await told(page, 'Belum pasti apakah ini terjadi. Kami periksa; biarkan halaman ini terbuka.')
    })
    // the form waits for the answer: nothing can be sent a second time
    expect(await page.getByRole('button', { name: 'Ajukan', exact: true }).count()).toBe(0)
    await page.unroute(QUESTION)
    await waitFor(async () => {
      await page.clock.runFor(3_000)
      expect(await page.getByText(NOT_HAPPENED).count()).toBeGreaterThan(0)
    })
    const [late] = held
    const answer = await fetch(late?.url() ?? '', {
      method: 'POST',
      headers: await late?.allHeaders().then(({ authorization = '', 'idempotency-key': key = '' }) => ({
        authorization,
        'idempotency-key': key,
        'content-type': 'application/json',
      })),
      body: late?.postData() ?? '',
    })
    expect([answer.status, await answer.json()]).toMatchObject([409, { reason: 'press_burnt' }])
    expect(await amounts()).toEqual([12_000, 11_000])
  })
})
