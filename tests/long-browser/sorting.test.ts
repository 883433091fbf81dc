// An admin sorts the lists: members by income with the keyboard and on a phone, requests for money by status.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { dataRow, figureOf, signIn, told, goTo } from '../support/journeys.ts'
import { CROWD, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
const queryOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams)
const order = (page: Page) => page.getByRole('combobox', { name: 'Urutkan' })

describe('members by income', () => {
  const head = (page: Page) => page.getByRole('columnheader', { name: 'Pendapatan' })
  /** Of the rows on the page, or of the cards. */
  const incomes = async (page: Page): Promise<number[]> => {
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    const cells = await rows.getByText(/^Rp\s[\d.]/).all()
    return Promise.all(cells.map(figureOf))
  }
  const falls = (figures: readonly number[]): boolean =>
    figures.every((figure, i) => i === 0 || figure <= (figures[i - 1] ?? 0))
  /** Until the page has come: the list before stays meanwhile. */
  const seen = async (page: Page, isRight: (figures: number[]) => boolean): Promise<number[]> => {
    let figures: number[] = []
    await waitFor(async () => {
      figures = await incomes(page)
      expect([figures, isRight(figures)]).toEqual([figures, true])
    })
    return figures
  }
  const most = Math.max(...CROWD.map(({ income }) => income))
  let page: Page
  browser.prepare(async () => {
    page = await signIn(await browser.openWindow(), 'admin@demo.test')
    await page.goto('/member?limit=20')
    await head(page).waitFor()
  })

  test('with the keyboard alone, from the most', async () => {
    await page.getByRole('searchbox', { name: 'Cari Member' }).focus()
    await waitFor(async () => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pendapatan (Rp)')
    })
    expect(await head(page).getAttribute('aria-sort')).toBeNull()
    await page.keyboard.press('Enter')
    const figures = await seen(page, (all) => all.length === 20 && all.includes(most) && falls(all))
    expect(await head(page).getAttribute('aria-sort')).toBe('descending')
    expect(await order(page).inputValue()).toBe('-income')
    expect(queryOf(page)).toEqual({ limit: '20', sort: '-income' })
    // the focus stays where it was pressed
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pendapatan (Rp)')
    expect(figures.filter((figure) => figure === 0)).toEqual([])
  })

  test('the next page goes on where the first one ends, and a reload keeps it', async () => {
    const first = await incomes(page)
    await page.getByRole('button', { name: 'Next' }).click()
    const second = await seen(page, (all) => falls([first.at(-1) ?? 0, ...all]))
    expect(queryOf(page)).toEqual({ limit: '20', sort: '-income', page: '2' })
    await page.reload()
    expect(await seen(page, (all) => all.length === second.length)).toEqual(second)
    expect(await head(page).getAttribute('aria-sort')).toBe('descending')
  })

  test('pressed once more from the least, on the first page again', async () => {
    await head(page).getByRole('button').click()
    await seen(page, (all) => all.length === 20 && falls(all.toReversed()))
    expect(queryOf(page)).toEqual({ limit: '20', sort: 'income' })
    expect(await head(page).getAttribute('aria-sort')).toBe('ascending')
  })

  test('on a phone by the menu, which has the names too', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await order(page).selectOption({ label: 'Pendapatan tertinggi' })
    const cards = page.getByRole('list', { name: 'Daftar Member' }).getByRole('listitem')
    const shown = async (): Promise<number[]> => Promise.all((await cards.getByText(/^Rp\s[\d.]/).all()).map(figureOf))
    await waitFor(async () => {
      const figures = await shown()
      expect([figures.length, figures.includes(most), falls(figures)]).toEqual([20, true, true])
    })
    expect(queryOf(page)).toEqual({ limit: '20', sort: '-income' })
    await order(page).selectOption({ label: 'Nama Z–A' })
    await waitFor(async () => {
      const names = (await cards.allInnerTexts()).map((text) => (text.split('\n')[0] ?? '').toLowerCase())
      expect([names.length, names.includes('warga 29')]).toEqual([20, true])
      expect(names).toEqual(names.toSorted().toReversed())
    })
    expect(queryOf(page)).toEqual({ limit: '20', sort: '-name' })
    await order(page).selectOption({ label: 'Terbaru' })
    await waitFor(async () => expect(queryOf(page)).toEqual({ limit: '20' }))
  })
})

describe('requests for money', () => {
  const warga = CROWD[0]
  let boss: Person
  let person: Person
  beforeAll(async () => {
    boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
    person = await signInAt(browser.origin, warga?.email ?? '', PASSWORD)
    await boss.post('/admin/bonus/create', { userId: person.id, nominal: 90_000, reason: 'Juara gang' })
    const asked: string[] = []
    for (const nominal of [10_100, 10_300, 10_200, 10_400]) {
      const { data } = await person.post<{ data: { id: string } }>('/admin/withdraw/request', {
        nominal,
        userId: person.id,
      })
      asked.push(data.id)
    }
    await boss.put('/admin/withdraw/update', { id: asked[0], status: 'accepted' })
    await boss.put('/admin/withdraw/update', { id: asked[1], status: 'rejected' })
  })
  let page: Page
  browser.prepare(async () => {
    page = await signIn(await browser.openWindow(), 'admin@demo.test')
    await page.goto('/withdraw/requested')
    await dataRow(page, '10.200').waitFor()
  })
  const statuses = async (): Promise<string[]> => {
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    return rows.getByText(/^(Menunggu|Diterima|Ditolak)$/).allInnerTexts()
  }
  const chip = (name: string) => page.getByRole('group', { name: 'Status permintaan' }).getByRole('button', { name })

  test('that wait stand alone from the beginning, the largest first, and the address says so', async () => {
    // Below five rows nobody is offered an order, but a link may ask for one.
    await goTo(page, '/withdraw/requested?sort=-nominal')
    await waitFor(async () => {
      expect(new Set(await statuses())).toEqual(new Set(['Menunggu']))
      const rows = await page.getByRole('row').filter({ hasText: warga?.name }).allInnerTexts()
      expect(rows.map((text) => /10\.\d00/.exec(text)?.[0])).toEqual(['10.400', '10.200'])
    })
    expect(queryOf(page)).toEqual({ sort: '-nominal' })
    expect(await chip('Menunggu').getAttribute('aria-pressed')).toBe('true')
  })

  test('go from it once they are decided, and are among the others', async () => {
    const row = dataRow(page, '10.200')
    await row.getByRole('button', { name: /^Tolak/ }).click()
    const question = page.getByRole('dialog', { name: 'Tolak' })
    await question.getByRole('button', { name: 'Tolak', exact: true }).click()
    await question.getByText('Alasan wajib diisi.').waitFor()
    await question.getByLabel('Alasan').fill('Nomor rekening salah')
    await question.getByRole('button', { name: 'Tolak', exact: true }).click()
    await told(page, 'Ditolak')
    await row.waitFor({ state: 'detached' })
    await chip('Ditolak').click()
    await row.getByText('Ditolak').waitFor()
    await dataRow(page, '10.300').waitFor()
    expect(new Set(await statuses())).toEqual(new Set(['Ditolak']))
  })

  test('a new one takes its place in the order, not the top', async () => {
    await chip('Menunggu').click()
    await dataRow(page, '10.400').waitFor()
    await person.post('/admin/withdraw/request', { nominal: 10_000, userId: person.id })
    await dataRow(page, '10.000').waitFor()
    const rows = await page.getByRole('row').filter({ hasText: warga?.name }).allInnerTexts()
    expect(rows.map((text) => /10\.\d00/.exec(text)?.[0])).toEqual(['10.400', '10.000'])
  })
})
