// Notices on a device: switched on in the profile, pushed through the sandbox's push service, shown and opened (rule push).
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PushContent } from '../../contract/people/notices.ts'
import { signIn as enter } from '../../scripts/drive/api.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser({ whole: true })
const sandbox = async <T>(path: string, body?: object): Promise<T> => {
  const init = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {}
  const answer = await fetch(`${browser.sandboxOrigin}/sandbox/push${path}`, init)
  return (await answer.json()) as T
}
type Made = { subscription: { endpoint: string; keys: Record<string, string> } }
type Received = { data: { endpoint: string; content: string }[] }

/** A Chromium without Google's keys has no push service: the sandbox's stands in its place. */
const usePushService = async (page: Page): Promise<void> => {
  await page.exposeFunction('subscribeAtSandbox', async (applicationServerKey: string) => {
    const { subscription } = await sandbox<Made>('/subscribe', { applicationServerKey })
    return subscription
  })
  await page.addInitScript(() => {
    type Window = { subscribeAtSandbox: (key: string) => Promise<{ endpoint: string }> }
    let kept: object | null = null
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(kept),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const key = btoa(String.fromCharCode(...applicationServerKey))
        const url = key.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
        const made = await (window as unknown as Window).subscribeAtSandbox(url)
        const options = { applicationServerKey: applicationServerKey.buffer }
        const unsubscribe = (): Promise<boolean> => {
          kept = null
          return Promise.resolve(true)
        }
        kept = { ...made, options, toJSON: () => made, unsubscribe }
        return kept
      },
    })
  })
}
/**
 * The browser gets these pushes, as from its push service: one that comes while its worker cannot be started is lost
 * without a word, and a push service, which had no receipt, sends it again.
 */
const usePushes = async (cdp: CDPSession): Promise<(data: string) => Promise<void>> => {
  const registered = new Promise<string>((done) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const there = registrations.find(({ isDeleted }) => !isDeleted)
      if (there) done(there.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  return async (data) => {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: browser.origin, registrationId, data })
  }
}
type Shown = { title: string; body: string; link: string }
const shown = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const notices = await (await navigator.serviceWorker.ready).getNotifications()
    return notices.map(({ title, body, data }) => ({ title, body, link: (data as { link: string }).link }))
  })

test('rule push: switched on in the profile, a notice reaches the device without its amount, and leads to its screen', async () => {
  const [admin, member] = await Promise.all([
    enter(browser.origin, 'admin@demo.test', PASSWORD),
    enter(browser.origin, emailOf('gawai'), PASSWORD),
  ])
  const userId = member.id
  const bank = { account_bank: 'BCA', account_name: 'Kabar', account_number: '1234567' }
  await member.put(`/admin/users/${userId}`, { ...bank, current_password: PASSWORD })
  const context = await browser.openWindow()
  await context.grantPermissions(['notifications'], { origin: browser.origin })
  const page = await signIn(context, emailOf('gawai'))
  // of the bank details and of the second sign-in: those are not what this is about
  await member.post('/admin/notice/read', { up_to: Number.MAX_SAFE_INTEGER })
  await usePushService(page)
  await page.goto('/profile#notifikasi')
  const card = page.getByRole('region', { name: 'Notifikasi', exact: true })
  await card.getByText('Belum aktif.').waitFor()
  await card.getByRole('button', { name: 'Aktifkan', exact: true }).click()
  await card.getByText('Aktif. Perangkat ini').waitFor()

  await admin.post('/admin/bonus/create', { userId, nominal: 90_000, reason: 'Untuk uji' })
  const withdraw = async (nominal: number): Promise<void> => {
    const { data } = await member.post<{ data: { id: string } }>('/admin/withdraw/request', { nominal, userId })
    await admin.put('/admin/withdraw/update', { id: data.id, status: 'accepted' })
  }
  const received = async (count: number): Promise<PushContent[]> => {
    let all: PushContent[] = []
    await waitFor(async () => {
      all = (await sandbox<Received>('')).data.map(({ content }) => JSON.parse(content) as PushContent)
      expect(all).toHaveLength(count)
    })
    return all
  }
  await withdraw(20_000)
  const [first] = await received(1)
  expect(first).toMatchObject({ title: 'Withdraw', body: 'Withdraw Anda sudah disetujui.' })

  const cdp = await context.newCDPSession(page)
  const deliver = await usePushes(cdp)
  await waitFor(async () => {
    await deliver(JSON.stringify(first))
    const isShown = async (): Promise<void> =>
      expect(await shown(page)).toEqual([
        { title: 'Withdraw', body: 'Withdraw Anda sudah disetujui.', link: `/withdraw#notice-${first?.id}` },
      ])
    await waitFor(isShown, 5000)
  })
  // a press on it: an open page goes there itself, and the bell has one less
  await page.getByRole('button', { name: 'Notifikasi, 1 belum dibaca' }).waitFor()
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (name: string, init: { notification: Notification }) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    if (notification) globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await page.waitForURL('**/withdraw')
  await page.getByRole('button', { name: 'Notifikasi', exact: true }).waitFor()

  await page.goto('/profile')
  await card.getByRole('checkbox', { name: /^Tampilkan nominal/ }).check()
  await card.getByRole('button', { name: 'Simpan notifikasi' }).click()
  await told(page, 'Pilihan notifikasi sudah disimpan.')
  await withdraw(30_000)
  expect((await received(2))[1]?.body).toBe('Withdraw Rp 30.000 disetujui. Transfernya menyusul.')
})

test('the page can be installed', async () => {
  const page = await (await browser.openWindow()).newPage()
  await page.goto('/signin')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const cdp = await page.context().newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // a test's window is a private one, which installs nothing
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})
