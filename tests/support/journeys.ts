// Steps that several browser tests share, each done as a person does it.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitFor } from './browser.ts'
import { PASSWORD } from './people.ts'
import { readQr } from './qr.ts'
import type { User } from '../../contract/people/users.ts'
import { asPerson, type Person } from '../../scripts/drive/api.ts'
import { linkAccount } from '../../scripts/drive/link.ts'
import { keptOf } from '../../web/lib/session/kept-rules.ts'
import type { Controls } from '../../scripts/drive/controls.ts'

/** Opens a new tab in this window, signs in by the form and ends at the home screen. */
export const signInByForm = async (context: BrowserContext, email: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  return atHome(page, email)
}
const atHome = async (page: Page, email: string): Promise<Page> => {
  await page.waitForURL(/\/(dashboard|withdraw\/requested)/).catch(async (cause: unknown) => {
    throw new Error(`${email} is still at ${page.url()}: ${await page.locator('body').innerText()}`, { cause })
  })
  await page.getByRole('button', { name: 'Menu pengguna' }).waitFor()
  return page
}

/**
 * Opens a new tab of somebody who has signed in before, at the home screen. To draw the form for each test, too, would take as long as
 * many a test; those whose matter it is use `signInByForm`.
 */
export const signIn = async (context: BrowserContext, email: string): Promise<Page> => {
  const page = await context.newPage()
  // of the page's own address, without any script
  await page.goto('/favicon.svg')
  const { token, user } = await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { token?: string; user: User }
    },
    { email, password: PASSWORD },
  )
  if (token === undefined) throw new Error(`${email} was not let in`)
  await page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) {
        // biome-ignore lint/suspicious/noDocumentCookie: as the page writes it
        document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=315360000; SameSite=lax`
        localStorage.setItem(name, value)
      }
    },
    { user: JSON.stringify(keptOf(user)), authToken: token },
  )
  await page.goto(user.role === 'staff' ? '/withdraw/requested?page=1' : '/dashboard')
  return atHome(page, email)
}

/** The API as the person of this tab calls it. */
const personOf = async (page: Page): Promise<Person> => {
  const { token, user } = await page.evaluate(() => ({
    token: localStorage.getItem('authToken'),
    user: localStorage.getItem('user'),
  }))
  return asPerson(new URL(page.url()).origin, (JSON.parse(String(user)) as User).id, String(token))
}

/** Goes to another address of the page as its own links do, without loading the page again. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Through another screen, which stands before the path is asked for: the screen that was open, the same one with another query too, is
 * gone, and a field of its name is never filled in its place.
 */
export const goToAnew = async (page: Page, path: string): Promise<void> => {
  await goTo(page, '/not-authorized')
  await page.getByRole('heading', { level: 1, name: 'Tidak Diizinkan' }).waitFor()
  await goTo(page, path)
}

/** Uses the sidebar's entry, as on a wide screen. */
export const pickMenu = async (page: Page, name: string): Promise<void> => {
  const entry = page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name, exact: true })
  await entry.click()
  await entry.and(page.locator('[aria-current="page"]')).waitFor()
}

type NewPerson = { first: string; last: string; email: string; secret: string }
/** Fills in everything except the referral code; ends when the bot check is done. */
export const fillSignUp = async (page: Page, person: NewPerson): Promise<void> => {
  await page.getByLabel('Nama depan').fill(person.first)
  await page.getByLabel('Nama belakang').fill(person.last)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(person.secret)
  await page.getByLabel('Ulangi kata sandi').fill(person.secret)
  await page.getByRole('checkbox').check()
  await page.getByText('Verifikasi keamanan (sandbox): berhasil').waitFor()
}

/** The text of a notification, even if the page shows the same words elsewhere. */
export const told = (page: Page, words: string): Promise<void> =>
  page
    .getByRole('region', { name: /^Pemberitahuan/ })
    .getByText(words, { exact: true })
    // the same may still stand there from before
    .last()
    .waitFor()

/** Once the window or menu listens to keys and to Back: its focus moves inside in the step that begins to listen. */
export const opened = async (window: Locator): Promise<void> => {
  await window.waitFor()
  await waitFor(async () => expect(await window.evaluate((it) => it.contains(document.activeElement))).toBe(true))
}

/** Goes from the list to the page that links an account, by its button. */
export const openLinking = async (page: Page): Promise<void> => {
  await page.goto('/whatsapp')
  await page.getByRole('link', { name: 'Tambah', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Tambah Akun WhatsApp' }).waitFor()
}

export const giveConsent = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: 'Saya memahami dan setuju meminjamkan akun WhatsApp saya' }).check()

/** The text of the QR that the page shows now. */
export const seeQr = async (page: Page): Promise<string> => {
  await page.getByRole('img', { name: 'QR untuk ditautkan dengan ponsel Anda' }).waitFor()
  let seen: string | null = null
  await waitFor(async () => {
    seen = await readQr(page)
    expect(seen, 'a QR in the pixels of the page').not.toBeNull()
  })
  return String(seen)
}

/** Links an account of this member and ends at the list. How the page does it is the matter of first-link and link-failures. */
export const linkByQr = async (page: Page, sandbox: Controls, phone: string, name: string): Promise<void> => {
  await sandbox.addPhone(phone, name)
  await linkAccount(await personOf(page), sandbox, phone, 'qr')
  await page.goto('/whatsapp')
  await rowOf(page, phone).getByText('Tersambung', { exact: true }).waitFor()
}

/** The account's row on a wide screen. */
export const rowOf = (page: Page, phone: string): Locator => page.getByRole('row').filter({ hasText: phone })
/** A row of any list, by a text in it; not its details, which stand open below it with the same words, nor its sums. */
export const dataRow = (page: Page, text: string): Locator =>
  page
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: text, hasNot: page.getByRole('region') })
const CELLS = { clientId: 0, success: 1, fail: 2, income: 3, status: 4 } as const
export const cellOf = (page: Page, phone: string, cell: keyof typeof CELLS): Locator =>
  rowOf(page, phone).getByRole('cell').nth(CELLS[cell])
/** Reads 1.250, Rp 1.250 or -Rp 1.250 as a number. */
export const figureOf = async (place: Locator): Promise<number> => {
  const text = await place.innerText()
  return Number(/-?[\d.]+/.exec(text.replaceAll(/(?<=-)\s*Rp\s*|Rp\s*/g, ''))?.[0].replaceAll('.', '') ?? Number.NaN)
}
export const startBlast = async (page: Page, phone: string): Promise<void> => {
  await rowOf(page, phone).getByRole('button', { name: 'Start Blast' }).click()
  await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).waitFor()
}
export const stopBlast = async (page: Page, phone: string): Promise<void> => {
  await rowOf(page, phone).getByRole('button', { name: 'Stop Blast' }).click()
  const sure = page.getByRole('button', { name: 'Stop Blast!' })
  const stopped = rowOf(page, phone).getByRole('button', { name: 'Start Blast' })
  // between two messages nobody is asked
  await sure.or(stopped).first().waitFor()
  if (await sure.isVisible()) await sure.click()
  await stopped.waitFor()
}

/** A stop waits for the message in flight; of one whose answer got lost nothing is known for a minute. */
const STOPS_MS = 75_000
/** Also where it may be over by itself between a look and a press. */
export const endBlast = async (page: Page, phone: string, owner: Person): Promise<void> => {
  await stopAll(owner)
  const start = rowOf(page, phone).getByRole('button', { name: 'Start Blast' })
  await start.waitFor({ timeout: STOPS_MS }).catch(async (cause: unknown) => {
    throw new Error(`${phone} does not stop: ${await rowOf(page, phone).innerText()}`, { cause })
  })
}
/** Stops all accounts of this person, by the API. */
export const stopAll = async (owner: Person): Promise<void> => {
  const { data } = await owner.get<{ data: { id: string }[] }>('/admin/whatsapp/list-per-page')
  for (const { id } of data) await owner.post('/admin/whatsapp/stop-blasting', { whatsappClientId: id })
}

/** The number on a card of the dashboard. */
export const cardOf = async (page: Page, title: string): Promise<number> => {
  const card = page.getByRole('group', { name: title })
  return figureOf(card.getByRole('paragraph').first())
}

/** The sandbox's phone page with this phone selected. */
export const openPhone = async (context: BrowserContext, sandboxOrigin: string, phone: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${sandboxOrigin}/sandbox/phone`)
  await page.getByRole('button', { name: 'Tambah ponsel' }).click()
  await page.getByLabel('Nomor telepon').fill(phone)
  await page.getByRole('button', { name: 'Simpan ponsel' }).click()
  await page
    .getByRole('combobox', { name: 'Pilih ponsel' })
    .and(page.locator(`:has(option[value="${phone}"]:checked)`))
    .waitFor()
  return page
}
export const openChat = async (phonePage: Page, name: string): Promise<Locator> => {
  await phonePage.getByRole('button', { name: `Obrolan dengan ${name}` }).click()
  return phonePage.getByRole('log', { name: 'Pesan' })
}
