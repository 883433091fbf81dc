// Dev watches one account while it blasts: its events live and nobody else's, a lost line and its return, the three views
// in all their formats, and no secret in any of them.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { eventFrame } from '../support/event-frames.ts'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { cellOf, endBlast, linkByQr, pickMenu, rowOf, signIn, startBlast, stopAll } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { controlsOf } from '../../scripts/drive/controls.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const PHONE = '6281230000015'
const OTHER = '6281230000016'
const VIEWS = [
  ['Monitor Lokal', 'local'],
  ['Monitor Remote', 'remote'],
  ['Monitor Socket', 'socket'],
] as const
const FORMATS = [
  ['Teks JSON', 'string'],
  ['JsonViewer', 'JsonViewer'],
  ['JSONTree', 'JSONTree'],
] as const

/** Enough for two accounts at once: a claim may take fifty. None ends in 0000, which is not on the sandbox's WhatsApp. */
const NUMBERS = Array.from({ length: 80 }, (_, i) => `62859${String(20_000_001 + i * 11)}`)

let boss: Person
let dev: Page
let member: Page
let other: Page
/** What came over dev's filtered channel, and what the three views answered, as they were on the wire. */
const heard: BrowserEvent[] = []
const answers: string[] = []
const listen = (page: Page): void => {
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).searchParams.get('id') === null) return
    socket.on('framereceived', ({ payload }) => {
      if (payload === 'pong') return
      const frame = eventFrame.parse(JSON.parse(String(payload)))
      heard.push(...('events' in frame ? frame.events : [frame]))
    })
  })
  page.on('response', (response) => {
    if (!response.url().includes('/api/dev/monitor/')) return
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    )
  })
}
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  const form = new FormData()
  form.set('file', new File([`number,name\n${NUMBERS.map((number) => `${number},Sari`).join('\n')}`], 'x.csv'))
  form.set('consent_source', 'Formulir pemantauan')
  await boss.post('/admin/phonenumber/import', form)
})
/** The other journeys blast to the demo's numbers, and want them free. */
afterAll(async () => {
  for (const name of ['pantau', 'sebelah'] as const)
    await stopAll(await signInAt(browser.origin, emailOf(name), PASSWORD))
  for (;;) {
    const path = '/admin/phonenumber/list-per-page?limit=100&search=62859'
    const { data } = await boss.get<{ data: { id: string }[] }>(path)
    if (data.length === 0) return
    await Promise.all(data.map(({ id }) => boss.delete(`/admin/phonenumber/${id}`)))
  }
})
browser.prepare(async () => {
  member = await signIn(await browser.openWindow(), emailOf('pantau'))
  other = await signIn(await browser.openWindow(), emailOf('sebelah'))
  await linkByQr(member, sandbox, PHONE, 'Pantau')
  await linkByQr(other, sandbox, OTHER, 'Sebelah')
  dev = await signIn(await browser.openWindow(), 'dev@demo.test')
  listen(dev)
})

const events = (): Locator => dev.getByRole('table', { name: 'Peristiwa' })
const eventRow = (name: string): Locator =>
  events()
    .getByRole('row')
    .filter({ has: dev.getByText(name, { exact: true }) })
const idOf = async (phone: string): Promise<string> => {
  await pickMenu(dev, 'Akun Whatsapp')
  await dev.getByRole('searchbox').fill(phone)
  return cellOf(dev, phone, 'clientId').innerText()
}
const rgbOf = async (place: Locator, of: 'color' | 'backgroundColor' = 'backgroundColor'): Promise<number[]> =>
  place.evaluate((element, which) => (getComputedStyle(element)[which].match(/[\d.]+/g) ?? []).map(Number), of)

describe('the realtime monitor', () => {
  let id = ''
  test('opens by the client ID on the list, for that account', async () => {
    id = await idOf(PHONE)
    await rowOf(dev, PHONE).getByRole('link', { name: id }).click()
    await dev.waitForURL(`**/monitor/realtime?id=${id}`)
    expect(await dev.getByRole('searchbox', { name: 'Client ID' }).inputValue()).toBe(id)
    await dev.getByText('Belum ada peristiwa.').waitFor()
  })

  test('lists its events as they happen, with date, state, status and number, and no others', async () => {
    await startBlast(member, PHONE)
    const sent = eventRow('update_target').first()
    await sent.waitFor()
    const [name, date, state, status, tries, waits, number] = await sent.getByRole('cell').allInnerTexts()
    expect([name, state, status, tries, waits]).toEqual(['update_target', 'connected', 'sending', '–', '–'])
    expect(date).toMatch(/^\d{1,2} \w+ \d{4}.* \d{2}\.\d{2}\.\d{2}$/)
    await waitFor(async () => expect((await sandbox.sentBy(PHONE)).map(({ to }) => to)).toContain(number))
    await eventRow('count_success').first().waitFor()
    await startBlast(other, OTHER)
    await waitFor(async () => expect((await sandbox.sentBy(OTHER)).length).toBeGreaterThan(0))
    const about = (event: BrowserEvent) => event.payload.sender?.clientid
    const counted = () => heard.filter(({ event }) => event === 'count_success').length
    const before = counted()
    await waitFor(() => expect(counted()).toBeGreaterThan(before + 1))
    expect(new Set(heard.map(about))).toEqual(new Set([id]))
  })

  test('tells of a lost line: which try, how long it waits, and that it is back', async () => {
    await sandbox.fault(PHONE, 'drop')
    const attempt = eventRow('attempting').first()
    await attempt.waitFor()
    const [, , state, , tries, waits] = await attempt.getByRole('cell').allInnerTexts()
    expect([state, tries]).toEqual(['reconnecting', '1 kali'])
    expect(waits).toMatch(/^\d+ detik$/)
    const back = eventRow('connection.update').filter({ has: dev.getByText('connected', { exact: true }) })
    await back.first().waitFor()
    const [red = 0, green = 0, blue = 0] = await rgbOf(back.first().getByText('connection.update'))
    expect(Math.min(red, green), 'yellow').toBeGreaterThan(blue + 15)
    const [plainRed = 0, , plainBlue = 0] = await rgbOf(eventRow('update_target').first().getByText('update_target'))
    expect(Math.abs(plainRed - plainBlue), 'no colour').toBeLessThan(15)
  })

  test('shows in green that it was linked again', async () => {
    await endBlast(member, PHONE, await signInAt(browser.origin, emailOf('pantau'), PASSWORD))
    await rowOf(member, PHONE)
      .getByRole('button', { name: /^Tindakan lain untuk/ })
      .click()
    await member.getByRole('menuitem', { name: 'Sambungkan ulang' }).click()
    await member.getByRole('button', { name: 'Ya, sambungkan ulang' }).click()
    await member.waitForURL(/\/whatsapp\/create\?r=/)
    await member.getByRole('button', { name: 'Sambungkan', exact: true }).click()
    const linked = eventRow('authenticated').first()
    await linked.waitFor()
    const [red = 0, green = 0, blue = 0] = await rgbOf(linked.getByText('authenticated'), 'color')
    expect(green, 'green').toBeGreaterThan(Math.max(red, blue))
    await member.waitForURL(/\/whatsapp$/)
  })

  test('pauses, counts what waits, and goes on', async () => {
    await dev.getByRole('button', { name: 'Jeda' }).click()
    const before = await events().getByRole('row').count()
    await startBlast(member, PHONE)
    await dev.getByText(/^Dijeda, \d+ peristiwa menunggu\.$/).waitFor()
    expect(await events().getByRole('row').count()).toBe(before)
    await dev.getByRole('button', { name: 'Lanjutkan' }).click()
    await waitFor(async () => expect(await events().getByRole('row').count()).toBeGreaterThan(before))
  })
})

describe('the other views of the running account', () => {
  test.each(VIEWS)('%s, as text, viewer and tree', async (title, view) => {
    const id = new URL(dev.url()).searchParams.get('id') ?? ''
    await dev.getByRole('navigation', { name: 'Layar monitor' }).getByRole('link', { name: title }).click()
    await dev.waitForURL(`**/monitor/${view}?id=${id}**`)
    for (const [button, type] of FORMATS) {
      await dev.getByRole('button', { name: button }).click()
      await dev.waitForURL(`**type=${type}`)
      const data = dev.getByLabel('Data JSON')
      await data
        .getByText(view === 'socket' ? /account/ : id)
        .first()
        .waitFor()
      await dev.reload()
      await data.waitFor()
      expect(await dev.getByRole('button', { name: button }).getAttribute('aria-pressed')).toBe('true')
    }
    expect(answers.some((text) => text.includes('"data"'))).toBe(true)
  })

  test.each([
    ['0', 'Teks JSON'],
    ['1', 'JsonViewer'],
    ['2', 'JSONTree'],
  ])('type=%s is %s as well', async (type, button) => {
    await dev.goto(`/monitor/remote?type=${type}`)
    await dev.getByLabel('Data JSON').waitFor()
    expect(await dev.getByRole('button', { name: button }).getAttribute('aria-pressed')).toBe('true')
  })

  test('an id that nobody has is said to be so, also while it is asked for again', async () => {
    browser.expectProblem(/404/)
    await dev.goto('/monitor/local?id=tidak-ada')
    const said = dev.getByText('Akun dengan ID ini tidak ditemukan.')
    await said.waitFor()
    const blinks = await dev.evaluateHandle(() => {
      const seen: number[] = []
      const skeletons = (): number => document.querySelectorAll('main .animate-pulse').length
      new MutationObserver(() => seen.push(skeletons())).observe(document.body, { subtree: true, childList: true })
      return seen
    })
    await dev.waitForResponse((response) => response.status() === 404)
    await said.waitFor()
    expect(await blinks.evaluate((seen) => seen.filter((count) => count > 0))).toEqual([])
    // the next test would be told of its refusals
    await pickMenu(dev, 'Dashboard')
  })

  test('a long collection comes in pages of 50', async () => {
    const start = rowOf(other, OTHER).getByRole('button', { name: 'Start Blast', disabled: false })
    // a run passes over the list once
    await waitFor(async () => {
      if (await start.isVisible()) await start.click()
      expect((await sandbox.sentBy(OTHER)).length).toBeGreaterThan(60)
    })
    const id = await idOf(OTHER)
    await dev.goto(`/monitor/local?id=${id}&type=2`)
    const tree = dev.getByRole('list', { name: 'Data JSON' })
    const head = dev.getByRole('button', { name: /^last \[\d+\]$/ })
    await head.click()
    // the innermost item around it: the document is long enough for pages too
    const last = tree.getByRole('listitem').filter({ has: head }).last()
    await last.getByRole('button', { name: '0 … 49' }).waitFor()
    expect(await last.getByRole('button', { name: /^49 / }).count()).toBe(0)
    await last.getByRole('button', { name: /^50 … / }).click()
    await last.getByRole('button', { name: /^50 \{/ }).waitFor()
  })

  test('no sign-in, key or text of a message stands in what they answered', async () => {
    const tokens = await Promise.all(
      [dev, member, other].map((page) => page.evaluate(() => localStorage.getItem('authToken'))),
    )
    const texts = [...(await sandbox.sentBy(PHONE)), ...(await sandbox.sentBy(OTHER))].map(({ text }) => text)
    expect([answers.length > 9, tokens.length, texts.length > 60]).toEqual([true, 3, true])
    const all = [...answers, ...heard.map((event) => JSON.stringify(event))].join('\n')
    for (const secret of [...tokens, ...texts]) expect(all).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(all).not.toMatch(/noiseKey|signedIdentityKey|advSecretKey|privKey|"private"|password|authToken|token_hash/i)
  })
})

test.each(['member', 'admin', 'staff'])('%s cannot open any of them', async (role) => {
  browser.expectProblem(/403/)
  const page = await signIn(await browser.openWindow(), `${role}@demo.test`)
  for (const view of ['local', 'remote', 'socket', 'realtime']) {
    await page.goto(`/monitor/${view}?id=x`)
    await page.waitForURL('**/not-authorized')
    await page.getByText('Anda tidak memiliki akses ke halaman ini.').waitFor()
  }
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  for (const [, view] of VIEWS) {
    const answer = await page.request.get(`/api/dev/monitor/${view}`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status()).toBe(403)
  }
})
