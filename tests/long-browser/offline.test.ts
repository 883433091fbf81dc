// A phone in a tunnel: the page says that there is no line, shows what it knew, sends nothing, and is all there. A file of the
// page that does not come is asked for again; one that a deploy took away reloads the page, without losing a form.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, waitFor } from '../support/browser.ts'
import { goTo, linkByQr, opened, pickMenu, rowOf, signIn, startBlast, stopBlast, told } from '../support/journeys.ts'
import { emailOf } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const phone = '6281230000091'
const OFFLINE = 'Sambungan terputus, jadi tidak ada yang dikirim. Coba lagi setelah sambungan kembali.'
const NO_LINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_ABORTED|Failed to (fetch|load)|WebSocket/
const strip = (page: Page) => page.getByText(/^Offline sejak \d\d[.:]\d\d\.$/)

/** Every file that the page fetches once it is used has come (rule code-ahead). */
const allThere = async (page: Page): Promise<void> => {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => performance.getEntriesByName('ahead-all').length > 0)
}

describe('without a line', () => {
  let context: BrowserContext
  let page: Page
  let pulled = false
  browser.prepare(async () => {
    context = await browser.openWindow()
    // what a tunnel does: nothing is refused, nothing arrives, and the browser calls itself online
    await context.routeWebSocket(/\/api\/ws/, (mine) => {
      const server = mine.connectToServer()
      mine.onMessage((message) => (pulled ? undefined : server.send(message)))
      server.onMessage((message) => (pulled ? undefined : mine.send(message)))
    })
    await context.route('**/*', (route) => (pulled ? undefined : route.continue()))
    page = await signIn(context, emailOf('sinyal'))
    await linkByQr(page, sandbox, phone, 'Sinyal')
    await startBlast(page, phone)
    await allThere(page)
  })

  test('says so, keeps what it shows, and neither sends nor keeps anything to be sent', async () => {
    browser.expectProblem(NO_LINE)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.method() !== 'HEAD') sent.push(new URL(request.url()).pathname)
    })
    await context.setOffline(true)
    await strip(page).waitFor()
    expect(await page.locator('main[data-frozen]').count()).toBe(1)
    await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).click()
    await page.getByRole('button', { name: 'Stop Blast!' }).click()
    await told(page, OFFLINE)
    await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).waitFor()
    expect(sent).toEqual([])
    await context.setOffline(false)
    await strip(page).waitFor({ state: 'hidden' })
    const seen = (await sandbox.sentBy(phone)).length
    await waitFor(async () => expect((await sandbox.sentBy(phone)).length).toBeGreaterThan(seen + 1))
    expect(sent.filter((path) => path.includes('stop'))).toEqual([])
    expect(await page.locator('main[data-frozen]').count()).toBe(0)
  })

  test('has every screen of the role, the palette and the menus', async () => {
    browser.expectProblem(NO_LINE)
    await context.setOffline(true)
    await strip(page).waitFor()
    for (const name of ['Dashboard', 'Withdraw', 'Bonus', 'Pengguna Referal', 'Profil', 'Akun Whatsapp']) {
      await pickMenu(page, name)
      await page.getByRole('main').getByRole('heading').first().waitFor()
    }
    for (const path of ['/whatsapp/create', '/withdraw/statement', '/member/edit?id=uji-sinyal']) {
      await goTo(page, path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
    }
    expect(await page.getByText('Terjadi kesalahan di halaman ini').count()).toBe(0)
    await page.keyboard.press('Control+k')
    await opened(page.getByRole('combobox', { name: 'Pencarian cepat' }))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu pengguna' }).click()
    await opened(page.getByRole('menu'))
    await page.getByRole('menuitem', { name: 'User Profile' }).waitFor()
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await strip(page).waitFor({ state: 'hidden' })
  })

  test('is noticed where the browser notices nothing, and mends itself', async () => {
    browser.expectProblem(NO_LINE)
    await pickMenu(page, 'Akun Whatsapp')
    await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).waitFor()
    pulled = true
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
    await strip(page).waitFor()
    await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).click()
    await page.getByRole('button', { name: 'Stop Blast!' }).click()
    await told(page, OFFLINE)
    pulled = false
    await strip(page).waitFor({ state: 'hidden' })
    await page.getByText('terputus', { exact: true }).waitFor({ state: 'hidden' })
  })

  test('is not blamed where the server alone does not answer, which has words of its own', async () => {
    browser.expectProblem(NO_LINE)
    browser.expectProblem(/502/)
    await context.route('**/api/**', (route) => route.fulfill({ status: 502 }))
    await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).click()
    await page.getByRole('button', { name: 'Stop Blast!' }).click()
    await page.getByText(/^Server tidak menjawab sejak \d\d\.\d\d\.$/).waitFor()
    expect(await strip(page).count()).toBe(0)
    await context.unroute('**/api/**')
    await page.getByText(/^Server tidak menjawab sejak/).waitFor({ state: 'hidden' })
    await stopBlast(page, phone)
  })
})

describe('a file of the page', () => {
  const openPalette = async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+k')
    await opened(page.getByRole('combobox', { name: 'Pencarian cepat' }))
  }
  test('that does not come is asked for again', async () => {
    browser.expectProblem(NO_LINE)
    const context = await browser.openWindow()
    let refused = 0
    await context.route(/assets\/palette-.*\.js/, (route) => (refused++ === 0 ? route.abort() : route.continue()))
    const page = await signIn(context, 'member2@demo.test')
    await openPalette(page)
    expect(refused).toBeGreaterThan(1)
  })

  /** The page's own build is gone until it is reloaded. */
  const afterDeploy = async (files: RegExp) => {
    const context = await browser.openWindow()
    const page = await signIn(context, 'member2@demo.test')
    let loads = 0
    await context.route(files, (route) =>
      loads < 2 ? route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }) : route.continue(),
    )
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    return { page, loads: () => loads }
  }
  test('that a deploy took away reloads the page at the next change of screen, and no form is lost', async () => {
    browser.expectProblem(/404|Failed to (fetch|load)/)
    const { page, loads } = await afterDeploy(/assets\/palette-.*\.js/)
    await page.goto('/profile?edit=true')
    await page.getByLabel('Nama depan').fill('Belum disimpan')
    await page.keyboard.press('Control+k')
    await page.getByText(/Sebagian halaman ini tidak dapat dimuat/).waitFor()
    expect(await page.getByLabel('Nama depan').inputValue()).toBe('Belum disimpan')
    expect(loads()).toBe(1)
    // who leaves the form is asked
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Buang perubahan' }).click()
    const reload = page.waitForEvent('load')
    await page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name: 'Bonus' }).click()
    await reload
    await page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
    expect(loads()).toBe(2)
    await openPalette(page)
    expect(new URL(page.url()).pathname).toBe('/bonus')
    await page.keyboard.press('Escape')
    await pickMenu(page, 'Profil')
    expect(loads()).toBe(2)
  })
  test('of the screen that is gone to brings that screen, once', async () => {
    browser.expectProblem(/404|Failed to (fetch|load)/)
    const { page, loads } = await afterDeploy(/assets\/statement-.*\.js/)
    await page.goto('/profile')
    await goTo(page, '/withdraw/statement')
    await waitFor(() => expect(loads()).toBe(2))
    await page
      .getByRole('heading', { name: /Mutasi|Rincian|Riwayat/ })
      .first()
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/withdraw/statement')
  })
})
