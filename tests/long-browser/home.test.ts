// The home screens: few files and calls, nothing that moves, and figures that agree at every moment.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { signIn as enter } from '../../scripts/drive/api.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { untilAhead, watchFirstLoad } from '../support/first-load.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { cardOf, endBlast, goTo, linkByQr, pickMenu, signIn, signInByForm, startBlast } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
/** Above this people notice. */
const SHIFT_MAX = 0.05

describe('the first load of a home', () => {
  const states = new Map<string, BrowserContextOptions['storageState']>()
  browser.prepare(async () => {
    for (const email of ['member@demo.test', 'admin@demo.test']) {
      const context = await browser.openWindow()
      const page = await signInByForm(context, email)
      // anyone who has signed in has it, unless the sign-in was quicker than its answer
      await waitFor(async () =>
        expect(await page.evaluate(() => localStorage.getItem('public-config-2'))).not.toBeNull(),
      )
      const state = await context.storageState()
      // numbers of an earlier visit would stand there at once
      for (const { localStorage } of state.origins)
        localStorage.splice(0, localStorage.length, ...localStorage.filter(({ name }) => !name.startsWith('numbers:')))
      states.set(email, state)
      await context.close()
    }
  })
  const open = async (email: string, width: number, shown: string, line?: object) => {
    const context = await browser.openWindow({ width, height: 780, storageState: states.get(email) })
    const page = await context.newPage()
    if (line) await page.addInitScript((said) => Object.defineProperty(navigator, 'connection', { value: said }), line)
    const read = await watchFirstLoad(page)
    await page.goto('/dashboard')
    await page.getByText(shown).first().waitFor()
    await untilAhead(page)
    const load = await read()
    return { load, page, close: () => context.close() }
  }

  test('of a member takes at most 8 scripts, 4 calls and 12 requests', async () => {
    const { load, close } = await open('member@demo.test', 360, 'TOTAL SISA SALDO AKUN')
    const all = load.paths.join('\n')
    expect(load.scripts, all).toBeLessThanOrEqual(8)
    expect(load.calls, all).toBeLessThanOrEqual(4)
    expect(load.requests, all).toBeLessThanOrEqual(12)
    // and all of them were seen
    expect(load.scripts).toBeGreaterThan(2)
    expect(load.calls).toBeGreaterThan(1)
    await close()
  })
  test.each([
    ['member@demo.test', 360, 'TOTAL SISA SALDO AKUN'],
    ['member@demo.test', 1280, 'TOTAL SISA SALDO AKUN'],
    ['admin@demo.test', 360, 'TOTAL WITHDRAW'],
    ['admin@demo.test', 1280, 'TOTAL WITHDRAW'],
  ])('of %s at %i px moves nothing', async (email, width, shown) => {
    const { load, close } = await open(email, width, shown)
    expect(load.shift).toBeLessThan(SHIFT_MAX)
    await close()
  })
  /** Files of code that came after the screen stood, and their kB as they came. */
  const codeAhead = (page: Page): Promise<{ files: string[]; kB: number }> =>
    page.evaluate(() => {
      const since = performance.getEntriesByName('ahead')[0]?.startTime ?? 0
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const ahead = all.filter(({ name, startTime }) => startTime >= since && name.endsWith('.js'))
      const bytes = ahead.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return { files: ahead.map(({ name }) => new URL(name).pathname), kB: bytes / 1_000 }
    })
  const STATEMENT = expect.stringMatching(/assets\/statement-/)
  test('rule code-ahead: of a member fetches no more than 60 kB ahead before the first tap, and then the rest of the role', async () => {
    const { page, close } = await open('member@demo.test', 360, 'TOTAL SISA SALDO AKUN')
    await page.waitForFunction(() => performance.getEntriesByName('ahead-soon').length > 0)
    const { files, kB } = await codeAhead(page)
    expect(kB, files.join('\n')).toBeLessThanOrEqual(60)
    expect(files).toContainEqual(expect.stringMatching(/messages-/))
    await page.getByRole('heading', { level: 1 }).click()
    await waitFor(async () => expect((await codeAhead(page)).files).toContainEqual(STATEMENT))
    await close()
  })
  test.each([{ saveData: true }, { effectiveType: '3g' }])(
    'rule code-ahead: of who spares data or has a slow line (%j) fetches what is opened alone',
    async (line) => {
      const { page, close } = await open('member@demo.test', 360, 'TOTAL SISA SALDO AKUN', line)
      await page.keyboard.press('Shift')
      await goTo(page, '/profile')
      await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const { files } = await codeAhead(page)
      expect(files).toContainEqual(expect.stringMatching(/assets\/profile-/))
      expect(files).not.toContainEqual(STATEMENT)
      await close()
    },
  )
})

describe('the figures of a home', () => {
  const phone = '6281230000077'
  let page: Page
  browser.prepare(async () => {
    const context = await browser.openWindow()
    page = await signIn(context, emailOf('angka'))
    await linkByQr(page, sandbox, phone, 'Angka')
    // a message in two seconds, so that some are still to leave in the last test that waits for them
    const member = await enter(browser.origin, emailOf('angka'), PASSWORD)
    const { data } = await member.get<{ data: { id: string }[] }>(`/admin/whatsapp/list-per-page?page=1`)
    for (const { id } of data)
      await member.put('/admin/whatsapp/interval', { id, blast_interval_min: 2, blast_interval_max: 2 })
  })

  /** After every change of the page: what card, chart, its table and the head of the screen say of one thing. */
  const collect = (): Promise<void> =>
    page.evaluate(() => {
      const number = (selector: string): number | null => {
        const text = document.querySelector(selector)?.textContent ?? null
        if (text === null) return null
        return Number(/[\d.]+/.exec(text.replaceAll(/Rp\s*/g, ''))?.[0].replaceAll('.', '') ?? 0)
      }
      const card = (title: string) => number(`[role=group][aria-label="${title}"] [data-testid=stat-value]`)
      const chart = (title: string) => `section[aria-label="${title}"]`
      const moments: { sent: (number | null)[]; earned: (number | null)[] }[] = []
      Object.assign(window, { moments })
      const look = (): void => {
        const [sent, earned] = [chart('Blast sukses dan gagal'), chart('Pendapatan')]
        moments.push({
          sent: [
            card('TOTAL BLAST YANG SUKSES'),
            number(`${sent} [data-testid=chart-total]`),
            number(`${sent} tbody tr:last-child td`),
            number('[data-testid=sent-today]'),
          ],
          earned: [
            card('TOTAL PENDAPATAN HARI INI'),
            number(`${earned} [data-testid=chart-total]`),
            number(`${earned} tbody tr:last-child td`),
          ],
        })
      }
      new MutationObserver(look).observe(document.querySelector('main') ?? document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })

  test('are the same on card, chart, table and headline at every moment while messages leave', async () => {
    let loads = 0
    await startBlast(page, phone)
    page.on('load', () => (loads += 1))
    await pickMenu(page, 'Dashboard')
    await page.getByRole('region', { name: 'Blast sukses dan gagal' }).waitFor()
    // a table has rows once it is opened; not by presses, during which the blast would come to its end
    for (const title of ['Blast sukses dan gagal', 'Pendapatan'])
      await page.locator(`section[aria-label="${title}"] details`).evaluate((one) => one.setAttribute('open', ''))
    await page.locator('section[aria-label="Pendapatan"] tbody tr').last().waitFor()
    await collect()
    const before = await cardOf(page, 'TOTAL BLAST YANG SUKSES')
    await waitFor(async () => expect(await cardOf(page, 'TOTAL BLAST YANG SUKSES')).toBeGreaterThan(before + 5))
    await waitFor(async () => expect(await cardOf(page, 'TOTAL PENDAPATAN HARI INI')).toBeGreaterThan(0))
    type Moment = { sent: number[]; earned: number[] }
    const moments = await page.evaluate(() => (window as unknown as { moments: Moment[] }).moments)
    for (const { sent, earned } of moments) {
      expect(new Set(sent).size, `sent ${sent.join(', ')}`).toBe(1)
      expect(new Set(earned).size, `earned ${earned.join(', ')}`).toBe(1)
    }
    const counted = moments.map(({ sent }) => sent[0] ?? 0)
    expect(new Set(counted).size).toBeGreaterThan(2)
    // an answer that lacks what is not settled yet takes nothing back
    expect(counted).toEqual(counted.toSorted((a, b) => a - b))
    expect(loads).toBe(0)
  })

  test('rule today: on a phone whose clock is a day fast they are those of today, and stay so while messages arrive', async () => {
    const context = await browser.openWindow()
    await context.clock.install({ time: Date.now() + DAY_MS })
    const fast = await signIn(context, emailOf('angka'))
    const sent = () => cardOf(fast, 'TOTAL BLAST YANG SUKSES')
    await waitFor(async () => expect(await sent()).toBeGreaterThan(0))
    const before = await sent()
    await waitFor(async () => expect(await sent()).toBeGreaterThan(before + 2))
    const lastDay = (tab: Page) =>
      tab.locator('section[aria-label="Pendapatan"] details').evaluate((table) => {
        table.setAttribute('open', '')
        return table.querySelector('tbody tr:last-child th')?.textContent
      })
    await waitFor(async () => {
      const [day, right] = await Promise.all([lastDay(fast), lastDay(page)])
      expect(day).toMatch(/\d{4}$/)
      expect(day).toBe(right)
      expect(await cardOf(fast, 'TOTAL PENDAPATAN HARI INI')).toBeGreaterThan(0)
    })
    await context.close()
  })

  test('are told for each day by the arrow keys', async () => {
    const chart = page.getByRole('slider', { name: /^Grafik Blast sukses dan gagal/ })
    await chart.focus()
    const today = await chart.getAttribute('aria-valuetext')
    expect(today).toMatch(/Sukses \d+.*Gagal \d+/)
    await page.keyboard.press('ArrowLeft')
    await waitFor(async () => expect(await chart.getAttribute('aria-valuenow')).toBe('6'))
    expect(await chart.getAttribute('aria-valuetext')).not.toBe(today)
    await page.keyboard.press('End')
    await waitFor(async () => expect(await chart.getAttribute('aria-valuenow')).toBe('7'))
  })

  test('lead to what helps when an account falls off, and the menu says how many', async () => {
    await goTo(page, '/whatsapp')
    await endBlast(page, phone, await enter(browser.origin, emailOf('angka'), PASSWORD))
    await pickMenu(page, 'Dashboard')
    await sandbox.fault(phone, 'logged-out')
    const part = page.getByRole('region', { name: 'Perlu perhatian' })
    await part.getByText('Dikeluarkan dari ponsel.').waitFor()
    const entry = page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name: 'Akun Whatsapp' })
    await waitFor(async () => {
      const by = await entry.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${by}"]`).textContent()).toBe('1 akun perlu perhatian')
    })
    await part.getByRole('link', { name: 'Sambungkan ulang' }).click()
    await page.waitForURL(/\/whatsapp\/create\?r=/)
  })
})

describe('what waits for an admin', () => {
  test('rule inbox-order: home, menu and bell tell one number, and a row leads by the keyboard to where it is done, then is gone', async () => {
    const [boss, member] = await Promise.all([
      enter(browser.origin, 'admin@demo.test', PASSWORD),
      enter(browser.origin, emailOf('tunggu'), PASSWORD),
    ])
    const bank = { account_bank: 'BCA', account_name: 'Tunggu', account_number: '1234567' }
    await member.put(`/admin/users/${member.id}`, { ...bank, current_password: PASSWORD })
    await boss.post('/admin/bonus/create', { userId: member.id, nominal: 40_000, reason: 'Untuk uji' })
    const asked = { nominal: 40_000, userId: member.id }
    const { data: request } = await member.post<{ data: { id: string } }>('/admin/withdraw/request', asked)

    const page = await signIn(await browser.openWindow({ width: 360, height: 740 }), 'admin@demo.test')
    const region = page.getByRole('region', { name: 'Yang menunggu Anda' })
    await region
      .getByRole('link', { name: /^Terima atau tolak: Withdraw/ })
      .first()
      .waitFor()
    const waiting = async () => (await boss.get<{ count: number }>('/admin/inbox')).count
    const count = await waiting()
    await region.getByRole('heading', { name: `${count} Yang menunggu Anda` }).waitFor()
    await page.getByRole('button', { name: new RegExp(`, ${count} menunggu Anda$`) }).waitFor()
    await page.getByRole('button', { name: 'Buka menu' }).click()
    await pickMenu(page, 'Yang menunggu Anda')
    await page.waitForURL('**/inbox')
    await page
      .getByRole('status')
      .filter({ hasText: `${count} menunggu Anda` })
      .waitFor()
    expect(await page.locator(`nav a[href="/inbox"] ~ span .sr-only`).textContent()).toBe(`${count} menunggu Anda`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

    const rows = page.getByRole('list', { name: 'Yang menunggu Anda' }).getByRole('link')
    const row = page.locator(`a[href="/withdraw/requested?user_id=${member.id}"]`)
    expect(await rows.count()).toBe(count)
    await row.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/withdraw/requested?user_id=${member.id}`)
    await page.getByText('Rp 40.000').first().waitFor()
    await page.goBack()
    await row.waitFor()
    await boss.put('/admin/withdraw/update', { id: request.id, status: 'rejected', reason: 'Untuk uji' })
    // by the event, without a press
    await row.waitFor({ state: 'detached' })
  })

  test('rule inbox: where nothing waits it says so, and what will stand there', async () => {
    const context = await browser.openWindow()
    const nothing = { count: 0, more: false, kinds: [], list: [] }
    // before the page is opened: home reads it, too
    await context.route('**/api/admin/inbox', (route) => route.fulfill({ json: nothing }))
    const page = await signIn(context, 'admin@demo.test')
    await goTo(page, '/inbox')
    await page.getByText('Tidak ada yang menunggu Anda').waitFor()
    await page.getByText(/^Di sini akan muncul withdraw/).waitFor()
    await pickMenu(page, 'Dashboard')
    await page.getByRole('region', { name: 'Yang menunggu Anda' }).getByText('Tidak ada yang menunggu Anda').waitFor()
  })
})
