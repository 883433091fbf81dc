// Makes something to show: linked accounts, one of them sending, number checks and a one-off blast that are running.
import type { APIRequestContext, Page } from 'playwright-core'
import type { Stack } from '../stack/stack.ts'
import { rowsStand } from './screens.ts'

export const PHONES = [
  ['6281290000001', 'Rani'],
  ['6281290000002', 'Rani Toko'],
] as const
const CHECKER = ['6281290000003', 'Pemeriksa'] as const

const control = async (stack: Stack, path: string, body: object): Promise<boolean> => {
  const answer = await fetch(`${stack.sandboxOrigin}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.ok
}
/** Tries several times, because the sandbox knows the code a little later than the page shows it. */
const scanLatest = async (stack: Stack, phone: string): Promise<void> => {
  for (let tries = 0; tries < 50; tries++) {
    if (await control(stack, 'scan', { phone, latest: true })) return
    await new Promise((next) => setTimeout(next, 200))
  }
  throw new Error(`${phone} finds no code to scan`)
}

type Linking = { phone: string; name: string; first: boolean; until: RegExp }
const link = async (stack: Stack, page: Page, { phone, name, first, until }: Linking): Promise<void> => {
  await control(stack, 'phones', { phone, name })
  await page.getByRole('button', { name: 'Buat QR' }).waitFor()
  if (first) await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Buat QR' }).click()
  await page.getByRole('timer').waitFor()
  await scanLatest(stack, phone)
  await page.waitForURL(until)
}

/** Two accounts, one of them sending, so that the list has something to show. */
export const fillList = async (stack: Stack, page: Page): Promise<void> => {
  for (const [phone, name] of PHONES) {
    await page.goto('/whatsapp')
    await page.getByRole('link', { name: 'Tambah', exact: true }).first().click()
    await link(stack, page, { phone, name, first: phone === PHONES[0][0], until: /\/whatsapp$/ })
    await rowsStand(page)
  }
  const first = page.getByRole('row').filter({ hasText: PHONES[0][0] })
  await first.getByRole('button', { name: 'Start Blast' }).click()
  await page.getByRole('button', { name: 'Stop Blast' }).waitFor()
}

type Sent = Pick<NonNullable<Parameters<APIRequestContext['fetch']>[1]>, 'data' | 'multipart'>
/** Calls the API with this page's sign-in. @throws when it is refused */
const ask = async <T>(page: Page, method: 'GET' | 'POST', path: string, sent: Sent = {}): Promise<T> => {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`/api${path}`, { method, headers, ...sent })
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A generator that runs, and a validator that waits for it. */
export const fillChecks = async (stack: Stack, page: Page): Promise<void> => {
  const [phone, name] = CHECKER
  await page.goto('/whatsapp/create?type=generator')
  await link(stack, page, { phone, name, first: true, until: /\/(generator|withdraw)/ })
  const { data } = await ask<{ data: { id: string }[] }>(page, 'GET', '/admin/whatsapp/list-per-page')
  const settings = { whatsapp_id: data[0]?.id ?? '', interval_min: 1, interval_max: 2 }
  const range = { start_number: '6281250000001', end_number: '6281250000500' }
  const made = await ask<{ data: { id: string } }>(page, 'POST', '/admin/generator/create', {
    data: { ...range, ...settings, b_insert: 1 },
  })
  await ask(page, 'POST', '/admin/generator/start', { data: { id: made.data.id } })
  const rows = Array.from({ length: 120 }, (_, i) => `62813${String(i).padStart(8, '0')},Pelanggan ${i}`)
  const file = {
    name: 'pelanggan-toko-sejahtera-november-2026.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['number,name', ...rows].join('\n')),
  }
  await ask(page, 'POST', '/admin/validator/create', { multipart: { ...settings, b_insert: 0, file } })
}

/** A message to everybody from the account that does not blast. */
export const fillBlaster = async (page: Page): Promise<void> => {
  const message = 'Halo {name}, toko kami buka sampai pukul 21.00 malam ini.'
  await ask(page, 'POST', '/admin/whatsapp/send-message/1', {
    data: { senders: PHONES[1][0], targets: 'All', message },
  })
}
