// From a programme's poster to WhatsApp with its keyword written (rule joining-page): the office at a desk, a member, a stranger on an old phone. Then one
// person's way on from there: what they agreed to is on record, a message comes, and behind the link of an answer they say that they never agreed.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signIn as signInAt } from '../../scripts/drive/api.ts'
import { violationsOf } from '../support/axe.ts'
import type { Page } from 'playwright-core'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { useBrowser, waitFor } from '../support/browser.ts'
import { linkByQr, openPhone, signIn } from '../support/journeys.ts'
import { emailOf, PASSWORD } from '../support/people.ts'
import { readQrOf } from '../support/qr.ts'

const browser = useBrowser()
const sandbox = controlsOf(browser.sandboxOrigin)
const ID = 'gerai-tempel'
let boss: Person
let keyword = ''
/** What its poster leads to. */
let address = ''
beforeAll(async () => {
  boss = await signInAt(browser.origin, 'admin@demo.test', PASSWORD)
  const said = { title: 'Kabar Toko Uji', word: 'UJI', what: 'Potongan harga', frequency: 'Sebulan sekali' }
  const rest = { by_whom: 'Toko Uji', privacy: 'Nomor Anda disimpan.', privacy_version: '2026-11', topic: 'promo' }
  const made = await boss.post<{ keyword: string }>('/admin/programme/create', { id: ID, ...said, ...rest })
  keyword = made.keyword
})
afterAll(async () => {
  await boss.post('/admin/programme/end', { id: ID })
})

describe('rule joining-page: a programme’s poster', () => {
  test('is a picture and a PDF, and its link is our address', async () => {
    const context = await browser.openWindow()
    const page = await signIn(context, 'admin@demo.test')
    await page.goto('/programme')
    await page.getByRole('button', { name: 'Poster dan tautan: Kabar Toko Uji' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: `${browser.origin}/ikut/${ID}` }).waitFor()
    await dialog.getByRole('img', { name: 'Poster untuk Kabar Toko Uji' }).waitFor()
    await dialog.getByText(/^Saat ini tombolnya belum membuka nomor siapa pun/).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const saved = async (name: string): Promise<Buffer> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: `Unduh ${name}` }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`ajakan-${ID}.${name.toLowerCase()}`)
      return readFileSync(await file.path())
    }
    address = readQrOf(await saved('PNG')) ?? ''
    expect(address).toBe(`${browser.origin}/ikut/${ID}`)
    const pdf = await saved('PDF')
    expect([pdf.subarray(0, 5).toString(), pdf.length > 20_000]).toEqual(['%PDF-', true])
    // the office may have the page open at another address than the one that people reach
    const place = { success: true, origin: 'https://ajakan.contoh.id', leads: true }
    await page.route('**/api/admin/programme/place', (route) => route.fulfill({ json: place }))
    await page.reload()
    await page.getByRole('button', { name: 'Poster dan tautan: Kabar Toko Uji' }).click()
    await dialog.getByRole('link', { name: `https://ajakan.contoh.id/ikut/${ID}` }).waitFor()
    expect(readQrOf(await saved('PNG'))).toBe(`https://ajakan.contoh.id/ikut/${ID}`)
    expect(await dialog.getByText(/belum membuka nomor/).count()).toBe(0)
    await context.close()
  })
})

describe('rules joining-page, form-consent: a stranger with an old phone', () => {
  test('reads what they join, without a script; nobody’s number is theirs until an owner allows it', async () => {
    browser.expectProblem(/409/)
    const phone = await browser.openWindow({ width: 320, height: 640, javaScriptEnabled: false })
    const page = await phone.newPage()
    await page.goto(`/ikut/${ID}`)
    for (const said of ['Potongan harga', 'Sebulan sekali', 'Toko Uji', keyword])
      await page.getByText(said).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.getByRole('checkbox', { name: /versi 2026-11, dan saya setuju/ }).check()
    await page.getByRole('button', { name: 'Daftar lewat WhatsApp' }).click()
    await page.getByText('Saat ini tidak ada nomor yang dapat dibuka').first().waitFor()
    await page.getByRole('link', { name: 'Kembali ke ajakan' }).click()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Join on WhatsApp' }).waitFor()
    await phone.close()
  })
  test('a member says in their profile whether it may be theirs, and takes it back', async () => {
    const phone = await browser.openWindow({ width: 360, height: 740 })
    const page = await signIn(phone, 'member2@demo.test')
    await page.goto('/profile')
    await page.getByText('Nomor Anda tidak ditunjukkan kepada siapa pun.').waitFor()
    await page.getByRole('button', { name: 'Izinkan nomor saya ditunjukkan' }).click()
    await page.getByText(/^Diizinkan\./).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Jangan tunjukkan lagi' }).click()
    await page.getByText('Nomor Anda tidak ditunjukkan kepada siapa pun.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await phone.close()
  })
})

describe('rules joining-page, form-consent, recipient-page, source-hold: one person', () => {
  const ACCOUNT = '6281230000047'
  const PERSON = '6285811000101'
  /** Who dispute the same words, so that the person's own is the third. */
  const OTHERS = ['6285811000102', '6285811000103']
  type Rows = { data: { id: string; text?: string }[] }
  let source = ''
  let admin: Page
  let phone: Page
  /** Their own page, as the address in the message opens it. */
  let own: Page
  browser.prepare(async () => {
    source = `Kabar Toko Uji: ${keyword}`
    await boss.post('/admin/message/create', {
      text: '<p>Potongan harga Uji</p>',
      status: 'active',
      topic: 'promo uji',
    })
    const member = await signIn(await browser.openWindow(), emailOf('ikut'))
    await linkByQr(member, sandbox, ACCOUNT, 'Ikut')
    await member.goto('/profile')
    await member.getByRole('button', { name: 'Izinkan nomor saya ditunjukkan' }).click()
    await member.getByText(/^Diizinkan\./).waitFor()
    admin = await signIn(await browser.openWindow(), 'admin@demo.test')
  })
  /** The other journeys blast to the demo's numbers with the demo's templates, and count what waits in the inbox. */
  afterAll(async () => {
    type Sources = { data: { name: string; held_at: string | null }[] }
    const held = await boss.get<Sources>(`/admin/consent/sources?search=${encodeURIComponent(source)}`)
    const proof = { told: 'Potongan harga', told_by: 'Toko Uji', proof: `Ajakan ${ID}` }
    for (const { name, held_at } of held.data)
      if (held_at !== null) await boss.post('/admin/consent/sources/release', { name, held_at, ...proof })
    const templates = await boss.get<Rows>('/admin/message/list-per-page?limit=100')
    for (const { id, text } of templates.data)
      if (text?.includes('harga Uji')) await boss.delete(`/admin/message/${id}`)
    const numbers = await boss.get<Rows>('/admin/phonenumber/list-per-page?search=62858110001')
    for (const { id } of numbers.data) await boss.delete(`/admin/phonenumber/${id}`)
  })
  /** Of the office, by the member's account. */
  const messageToThem = async () => {
    const templates = await boss.get<Rows>('/admin/message/list-per-page?limit=100')
    const message = templates.data.find(({ text }) => text?.includes('harga Uji'))?.id ?? ''
    return { senders: ACCOUNT, targets: [PERSON], message, template_id: message }
  }
  const say = async (text: string): Promise<void> => {
    await phone.getByLabel('Tulis balasan').fill(text)
    await phone.getByRole('button', { name: 'Kirim', exact: true }).click()
  }
  const inChat = (text: RegExp) => phone.getByRole('log', { name: 'Pesan' }).getByText(text)

  test('ticks behind the poster, and sends what the page wrote', async () => {
    const context = await browser.openWindow({ width: 360, height: 740 })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByRole('checkbox', { name: /saya setuju/ }).check()
    // no test reaches WhatsApp: the address is all that is asked of it
    const [opened] = await Promise.all([
      page.waitForRequest('https://wa.me/**'),
      page.getByRole('button', { name: 'Daftar lewat WhatsApp' }).click({ noWaitAfter: true }),
    ])
    const { pathname, searchParams } = new URL(opened.url())
    expect(pathname).toBe(`/${ACCOUNT}`)
    phone = await openPhone(await browser.openWindow(), browser.sandboxOrigin, PERSON)
    await phone.getByLabel('Buka obrolan dengan nomor').fill(ACCOUNT)
    await phone.getByRole('button', { name: 'Buka', exact: true }).click()
    await say(searchParams.get('text') ?? '')
    await inChat(/^Terima kasih, Anda terdaftar untuk “Kabar Toko Uji”/).waitFor()
    await context.close()
  })
  test('is a recipient by the form, and what the office sends them arrives', async () => {
    await admin.goto(`/phonenumber?search=${PERSON}`)
    await admin.getByRole('row').filter({ hasText: PERSON }).getByRole('link', { name: /Edit/ }).click()
    const card = admin.getByLabel('Persetujuan penerima')
    await card.getByText('Formulir', { exact: true }).waitFor()
    await card.getByText(source).first().waitFor()
    await boss.post('/admin/whatsapp/send-message/1', await messageToThem())
    await inChat(/Potongan harga Uji/).waitFor()
  })
  test('asks by INFO, and turns a topic off behind the link of the answer', async () => {
    await say('INFO')
    await inChat(/\/opt-out\?token=/).waitFor()
    const link = /https?:\/\/\S+/.exec(await inChat(/\/opt-out\?token=/).innerText())?.[0] ?? ''
    own = await (await browser.openWindow({ width: 320, height: 640, javaScriptEnabled: false })).newPage()
    await own.goto(link)
    await own.getByText(source).first().waitFor()
    // the database hears of a delivery a moment later
    await waitFor(async () => {
      await own.reload()
      expect(await own.getByText(/^1 pesan, terakhir /).count()).toBe(1)
    })
    await own.getByRole('checkbox', { name: 'promo uji' }).uncheck()
    await own.getByRole('button', { name: 'Simpan topik' }).click()
    await own.goto(link)
    expect(await own.getByRole('checkbox', { name: 'promo uji' }).isChecked()).toBe(false)
    await expect(boss.post('/admin/blaster/preview', await messageToThem())).rejects.toThrow(
      'tidak ingin menerima topik',
    )
  })
  test('says that they never agreed, as two others did: all of the poster’s are held, and it waits in the inbox', async () => {
    for (const number of OTHERS) {
      const body = { number, name: 'Lain', consent_source: source }
      const { phonenumber } = await boss.post<{ phonenumber: { id: number } }>('/admin/phonenumber/save', body)
      const { opt_out_url } = await boss.post<{ opt_out_url: string }>(`/admin/phonenumber/${phonenumber.id}/link`, {})
      const token = new URL(opt_out_url).searchParams.get('token')
      await boss.post('/public/recipient/dispute', { token })
    }
    await admin.goto('/inbox')
    await admin.getByRole('heading', { name: 'Yang menunggu Anda' }).first().waitFor()
    expect(await admin.getByText(`“${source}”`).count()).toBe(0)

    await own.getByRole('link', { name: 'Saya tidak pernah setuju' }).click()
    await own.getByRole('button', { name: 'Saya tidak pernah setuju' }).click()
    await own.getByText('Nomor ini berhenti menerima pesan sejak').waitFor()
    await admin.goto('/inbox')
    await admin.getByRole('link', { name: `Periksa bukti: Sumber persetujuan “${source}” ditahan` }).click()
    const row = admin.getByRole('row').filter({ hasText: source })
    await row.getByText('karena banyak penerima menyatakan tidak pernah setuju').waitFor()
    await admin.goto(`/phonenumber?search=${PERSON}`)
    await admin.getByRole('row').filter({ hasText: PERSON }).getByText('Minta berhenti').waitFor()
  })
})
