// A withdraw whose answer, or whose request, is lost on the way: the page asks by its key and says what became of it (rule one-press).
import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, goTo, pickMenu, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser({ ahead: true })
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
  await page.getByRole('button', { name: /^Ajukan( Rp|$)/ }).click()
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
    expect(await page.getByRole('button', { name: /^Ajukan( Rp|$)/ }).count()).toBe(0)
    // and its button does not go on as if somebody were at work
    await page.getByRole('button', { name: 'Belum pasti' }).waitFor()
    await page.unroute(QUESTION)
    await waitFor(async () => {
      await page.clock.runFor(3_000)
      expect(await page.getByText(NOT_HAPPENED).count()).toBeGreaterThan(0)
      // nobody is told that it is being asked about any more
      expect(await page.getByText('Belum pasti').count()).toBe(0)
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

describe('rule one-press: at the office', () => {
  const UPLOAD = '**/api/admin/suppression/import'
  let office: Page
  const choose = (number: string) =>
    office.locator('input[type=file]').setInputFiles({
      name: 'berhenti.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${number}\n`),
    })
  const send = () => office.getByRole('button', { name: 'Upload' }).click()
  const stopped = async (number: string): Promise<number> => {
    const boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
    return (await boss.get<{ data: object[] }>(`/admin/suppression?search=${number}`)).data.length
  }
  test('an upload whose answer is lost has happened, once, and its result is shown', async () => {
    browser.expectProblem(LOST)
    office = await signIn(await browser.openWindow(), 'admin@demo.test')
    await goTo(office, '/suppression')
    await office.getByRole('button', { name: 'Unggah daftar' }).click()
    await office.route(UPLOAD, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await choose('6281399900001')
    await send()
    await office.getByText('1 nomor masuk Daftar Berhenti').waitFor()
    await office.unroute(UPLOAD)
    expect(await stopped('6281399900001')).toBe(1)
  })
  test('what happened and whose kept answer is lost, too, is read again without its person', async () => {
    browser.expectProblem(LOST)
    const tab = await office.context().newPage()
    await tab.goto('/suppression')
    await tab.route('**/api/admin/suppression', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await tab.route(QUESTION, (route) => route.fulfill({ json: { state: 'done', status: null, answer: null } }))
    await tab.getByRole('button', { name: 'Tambah', exact: true }).click()
    await tab.getByLabel('Nomor', { exact: true }).fill('6281399900003')
    await tab.getByRole('button', { name: 'Simpan', exact: true }).click()
    await tab.getByText('Berhasil, tetapi jawabannya hilang di jalan. Layar ini dibaca ulang.').waitFor()
    await tab.getByText('6281399900003', { exact: true }).waitFor()
    await tab.close()
  })
  test('an upload is given up after 15 s in which nothing of it moved, not after 15 s in all', async () => {
    browser.expectProblem(LOST)
    const held: Request[] = []
    await office.route(UPLOAD, (route) => void held.push(route.request()))
    await office.evaluate(() => {
      const Plain = XMLHttpRequest
      globalThis.XMLHttpRequest = class extends Plain {
        constructor() {
          super()
          Object.assign(globalThis, { sent: this })
        }
      }
    })
    const isUnderWay = () =>
      office.evaluate(() => (globalThis as unknown as { sent: XMLHttpRequest }).sent.readyState === 1)
    await office.clock.install()
    await choose('6281399900002')
    await send()
    await waitFor(() => expect(held).toHaveLength(1))
    await office.clock.fastForward(14_000)
    await office.evaluate(() => {
      const { sent } = globalThis as unknown as { sent: XMLHttpRequest }
      sent.upload.dispatchEvent(new ProgressEvent('progress'))
    })
    await office.clock.fastForward(14_000)
    expect(await isUnderWay()).toBe(true)
    await office.clock.fastForward(2_000)
    expect(await isUnderWay()).toBe(false)
    await waitFor(async () => {
      await office.clock.runFor(1_000)
      expect(await office.getByText(NOT_HAPPENED).count()).toBeGreaterThan(0)
    })
    expect(await stopped('6281399900002')).toBe(0)
  })
})

test('rule new-token: two tabs that prove at one moment both go on with the token that stays', async () => {
  browser.expectProblem(LOST)
  const first = await signIn(await browser.openWindow(), 'admin@demo.test')
  const second = await first.context().newPage()
  const begin = async (page: Page): Promise<void> => {
    await page.goto('/suppression')
    // the server’s answer six minutes later, which a test does not wait for
    const late = { status: 403, json: { reason: 'proof_needed', msg: 'Buktikan dahulu bahwa ini Anda.' } }
    await page.route('**/api/admin/suppression/export*', (route) => route.fulfill(late), { times: 1 })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.getByLabel('Kata sandi Anda sekarang').fill(PASSWORD)
  }
  const prove = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Lanjut' }).click()
  const saved = [first, second].map((page) => page.waitForEvent('download'))
  await begin(first)
  await begin(second)
  let answer: () => void = () => undefined
  const isLate = new Promise<void>((done) => (answer = done))
  let isMade = false
  await first.route('**/api/auth/prove', async (route) => {
    const response = await route.fetch()
    isMade = true
    await isLate
    await route.fulfill({ response })
  })
  let isSecondMade = false
  second.on('response', (response) => (isSecondMade ||= response.url().endsWith('/api/auth/prove')))
  await prove(first)
  await waitFor(() => expect(isMade).toBe(true))
  await prove(second)
  // the second is through, or waits for the first
  await waitFor(async () => {
    const waits = await second.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
    expect(isSecondMade || waits > 0).toBe(true)
  })
  answer()
  await Promise.all(saved)
  const signIns = (page: Page) =>
    page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` }
      const response = await fetch('/api/auth/security', { headers })
      return ((await response.json()) as { sign_ins: { current: boolean }[] }).sign_ins.filter(({ current }) => current)
        .length
    })
  expect([await signIns(first), await signIns(second)]).toEqual([1, 1])
})
