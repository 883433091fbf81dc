// An admin pauses, opens and closes a person; a person takes their data and closes their own account (rules person-status,
// close-own, own-data).
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as enter } from '../../scripts/drive/api.ts'
import { useBrowser } from '../support/browser.ts'
import { dataRow, goTo, signIn, told } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'

const browser = useBrowser()
let boss: Person
let admin: Page
beforeAll(async () => {
  boss = await enter(browser.origin, 'admin@demo.test', PASSWORD)
})
browser.prepare(async () => {
  admin = await signIn(await browser.openWindow(), 'admin@demo.test')
})
const card = () => admin.getByRole('region', { name: 'Status orang ini' })
const turn = async (button: string, title: RegExp, reason: string): Promise<void> => {
  await card().getByRole('button', { name: button }).click()
  const window = admin.getByRole('dialog', { name: title })
  await window.getByLabel('Alasan').fill(reason)
  await window.getByRole('button', { name: button }).click()
  await window.waitFor({ state: 'detached' })
}
const tryToEnter = async (email: string): Promise<Page> => {
  const page = await (await browser.openWindow()).newPage()
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  return page
}

describe('rule person-status: on the screens', () => {
  let member: Page
  test('a paused person reads why on every screen, staff cannot accept their request, and the list shows and filters it', async () => {
    const theirs = await enter(browser.origin, emailOf('jeda'), PASSWORD)
    const bank = { account_bank: 'BCA', account_name: 'Jeda', account_number: '1234567' }
    await theirs.put(`/admin/users/${theirs.id}`, { ...bank, current_password: PASSWORD })
    await boss.post('/admin/bonus/create', { userId: theirs.id, nominal: 40_000, reason: 'Untuk uji' })
    await theirs.post('/admin/withdraw/request', { nominal: 15_000, userId: theirs.id })

    await goTo(admin, '/member/edit?id=uji-jeda')
    await turn('Jeda orang ini', /^Jeda Jeda Uji/, 'Banyak keluhan')
    await told(admin, 'Orang ini dijeda.')
    await card().getByText('Alasan: Banyak keluhan').waitFor()

    member = await signIn(await browser.openWindow(), emailOf('jeda'))
    await member.getByText(/Anda dijeda .* Banyak keluhan/).waitFor()
    await goTo(member, '/withdraw')
    await member.getByText(/Anda dijeda .* Banyak keluhan/).waitFor()

    await goTo(admin, '/withdraw/requested?user_id=uji-jeda')
    const row = dataRow(admin, 'Jeda Uji')
    await row.getByText('Member dijeda', { exact: true }).waitFor()
    expect(await row.getByRole('button', { name: /^Terima|^Accept/ }).isDisabled()).toBe(true)
    expect(await row.getByRole('button', { name: /^Tolak|^Reject/ }).isEnabled()).toBe(true)

    await goTo(admin, '/member')
    await admin.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Dijeda' }).click()
    await dataRow(admin, 'Jeda Uji').getByText('Dijeda', { exact: true }).waitFor()
    await admin.getByText('Pamit Uji').waitFor({ state: 'detached' })
  })

  test('active again the strip is gone; closed they are led out, and the sign-in says why', async () => {
    await goTo(admin, '/member/edit?id=uji-jeda')
    await card().getByRole('button', { name: 'Aktifkan lagi' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Aktifkan lagi' }).click()
    await told(admin, 'Orang ini aktif lagi.')
    await member.reload()
    await member.getByRole('button', { name: 'Menu pengguna' }).waitFor()
    await member.getByText(/Anda dijeda/).waitFor({ state: 'detached' })

    // the browser's own words for a 401, where the page is just then dialling for events
    browser.expectProblem(/401|HTTP Authentication failed/)
    browser.expectProblem(/403.*auth\/login/)
    await turn('Tutup akun', /^Tutup akun Jeda Uji/, 'Nomor disalahgunakan')
    await told(admin, 'Akun sudah ditutup.')
    // the open page is led out by itself
    await member.waitForURL(/\/signin/)
    const page = await tryToEnter(emailOf('jeda'))
    await page.getByText(/Akun ini sudah ditutup.*Alasan: Nomor disalahgunakan/).waitFor()
  })
})

describe('the profile', () => {
  test('rule own-data: the file is saved; rule close-own: the account is closed with the password alone', async () => {
    const page = await signIn(await browser.openWindow(), emailOf('pamit'))
    await goTo(page, '/profile')
    const own = page.getByRole('region', { name: 'Data dan akun saya' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      own.getByRole('button', { name: 'Unduh data saya' }).click(),
    ])
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      profile: { email: emailOf('pamit') },
      signIns: [{ createdAt: expect.any(String) }],
    })

    browser.expectProblem(/422.*close-account/)
    browser.expectProblem(/403.*auth\/login/)
    // the closed account's channel ends, and may ask once more before the page has left
    browser.expectProblem(/401.*ws-ticket/)
    // red to its last press: what is lost does not come back by oneself
    const isRed = async (button: Locator, what: 'color' | 'backgroundColor'): Promise<boolean> => {
      const css = await button.evaluate((node, of) => getComputedStyle(node)[of], what)
      const [red = 0, green = 0, blue = 0] = (css.match(/\d+/g) ?? []).map(Number)
      return red > green + blue
    }
    const first = own.getByRole('button', { name: 'Tutup akun saya' })
    expect(await isRed(first, 'color')).toBe(true)
    await first.click()
    const window = page.getByRole('dialog', { name: 'Tutup akun Anda?' })
    const yes = window.getByRole('button', { name: 'Ya, tutup akun saya' })
    expect(await isRed(yes, 'backgroundColor')).toBe(true)
    await window.getByLabel('Kata sandi Anda sekarang').fill('salah-sekali')
    await yes.click()
    await window.getByText('Kata sandi Anda sekarang salah.').first().waitFor()
    await window.getByLabel('Kata sandi Anda sekarang').fill(PASSWORD)
    await yes.click()
    await page.waitForURL(/\/signin/)
    const again = await tryToEnter(emailOf('pamit'))
    await again.getByText(/Akun ini sudah ditutup.*Ditutup oleh pemiliknya sendiri/).waitFor()
  })
})
