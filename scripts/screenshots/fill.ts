// Makes something to show: linked accounts, one of them sending, number checks and a one-off blast that are running.
import type { APIRequestContext, Page } from 'playwright-core'
import { DEMO_PASSWORD } from '../demo-data/people.ts'
import { signIn } from '../drive/api.ts'
import { until } from '../drive/until.ts'
import type { Stack } from '../stack/stack.ts'
import { EMAILS, rowsStand } from './screens.ts'

export const PHONES = [
  ['6281290000001', 'Rani'],
  ['6281290000002', 'Rani Toko'],
  ['6281290000004', 'Rani Warung'],
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

type Linking = { phone: string; name: string; first: boolean; goesTo: RegExp }
const link = async (stack: Stack, page: Page, { phone, name, first, goesTo }: Linking): Promise<void> => {
  await control(stack, 'phones', { phone, name })
  await page.getByRole('button', { name: 'Buat QR' }).waitFor()
  if (first) await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Buat QR' }).click()
  await page.getByRole('timer').waitFor()
  await scanLatest(stack, phone)
  await page.waitForURL(goesTo)
}

type Sent = Pick<NonNullable<Parameters<APIRequestContext['fetch']>[1]>, 'data' | 'multipart'>
/** Calls the API with this page's sign-in. @throws when it is refused */
const ask = async <T>(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, sent: Sent = {}): Promise<T> => {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`/api${path}`, { method, headers, ...sent })
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** The first message of each leaves at once, the next one when all pictures are taken: until then nothing moves. */
const LONG_S = 86_400
const PATIENT = { forMs: 60_000, everyMs: 500 }
type Account = { id: string; clientid: string; phonenumber: string | null; sent_today: number; count_success: number }
const accountsOf = async (page: Page): Promise<Account[]> =>
  (await ask<{ data: Account[] }>(page, 'GET', '/admin/whatsapp/list-per-page')).data

const linkMember = async (stack: Stack, page: Page, [phone, name]: readonly [string, string]): Promise<void> => {
  await page.goto('/whatsapp')
  await page.getByRole('link', { name: 'Tambah', exact: true }).first().click()
  await link(stack, page, { phone, name, first: phone === PHONES[0][0], goesTo: /\/whatsapp$/ })
  await rowsStand(page)
}
const startBlast = (page: Page, phone: string): Promise<void> =>
  page.getByRole('row').filter({ hasText: phone }).getByRole('button', { name: 'Start Blast' }).click()

/** Three accounts: one sends, one will send an admin's one-off blast, one is at rest. */
export const fillList = async (stack: Stack, page: Page): Promise<void> => {
  for (const phone of PHONES) await linkMember(stack, page, phone)
  await setIntervals(stack, LONG_S, LONG_S)
  await startBlast(page, PHONES[0][0])
  await page.getByRole('button', { name: 'Stop Blast' }).waitFor()
  const isSent = async (): Promise<boolean> => (await accountsOf(page)).some((one) => one.count_success === 1)
  await until('a first message', isSent, PATIENT)
  // settled, so that no balance moves any more
  const todayIncome = '/admin/messagelog/today-income/demo-member'
  const isPaid = async (): Promise<boolean> => (await ask<{ income: number }>(page, 'GET', todayIncome)).income > 0
  await until('its income', isPaid, PATIENT)
}

const setIntervals = async ({ origin }: Stack, min: number, max: number): Promise<void> => {
  const member = await signIn(origin, EMAILS.member, DEMO_PASSWORD)
  const { data } = await member.get<{ data: Account[] }>('/admin/whatsapp/list-per-page')
  for (const { id } of data)
    await member.put('/admin/whatsapp/interval', { id, blast_interval_min: min, blast_interval_max: max })
}
/**
 * What is shown is what people set; the waits that were drawn stand. Slow enough to claim one number at a time: an account that
 * claimed them all would end the other one's blast in the middle of the pictures.
 */
export const showUsualIntervals = (stack: Stack): Promise<void> => setIntervals(stack, 60, 120)

/** The third account sends every other second: for the screens on which something moves. */
export const fillMoving = async (stack: Stack): Promise<void> => {
  await setIntervals(stack, 1, 3)
  const member = await signIn(stack.origin, EMAILS.member, DEMO_PASSWORD)
  const { data } = await member.get<{ data: Account[] }>('/admin/whatsapp/list-per-page')
  const whatsappClientId = data.find(({ phonenumber }) => phonenumber === PHONES[2][0])?.clientid
  await member.post('/admin/whatsapp/start-blasting', {
    whatsappClientId,
    socketClientId: whatsappClientId,
    loop: true,
  })
}

/** A generator that has asked about its first number, and a validator that waits for it. */
export const fillChecks = async (stack: Stack, page: Page): Promise<void> => {
  const [phone, name] = CHECKER
  await page.goto('/whatsapp/create?type=generator')
  await link(stack, page, { phone, name, first: true, goesTo: /\/(generator|withdraw)/ })
  const [checker] = await accountsOf(page)
  const settings = { whatsapp_id: checker?.id ?? '', interval_min: LONG_S, interval_max: LONG_S }
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

/** A message to everybody from the account that does not blast, of which the first has left. */
export const fillBlaster = async (page: Page): Promise<void> => {
  const message = 'Halo {name}, toko kami buka sampai pukul 21.00 malam ini.'
  await ask(page, 'POST', '/admin/whatsapp/send-message/1', {
    data: { senders: PHONES[1][0], targets: 'All', message },
  })
  const isSent = async (): Promise<boolean> =>
    (await accountsOf(page)).some((one) => one.phonenumber === PHONES[1][0] && one.sent_today === 1)
  await until('the first message of the one-off blast', isSent, PATIENT)
}

/** The cron's round of a fifth minute, in which the Worker looks at itself. */
export const look = async (stack: Stack): Promise<void> => {
  const every = 5 * 60_000
  const at = Math.ceil(Date.now() / every) * every
  await (await fetch(`${stack.workerOrigin}/cdn-cgi/local/scheduled?time=${at}`)).arrayBuffer()
}
