// `npm run film`: the README's moving picture. A member links a phone and blasts, a recipient reads and answers BERHENTI;
// page and phone are side by side. The pictures of the running product are animated by the SVG's own style: no encoder is needed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, sureChromium } from '../chromium.ts'
import { DEMO_PASSWORD } from '../demo-data/people.ts'
import { controlsOf } from '../drive/controls.ts'
import { flagsOf } from '../flags.ts'
import { root } from '../stack/shell.ts'
import { startStack } from '../stack/stack.ts'
import { EMAILS } from './screens.ts'

/** The size of the browser's window, and its scale in the picture: both sides get the same height. */
const PAGE = { width: 1280, height: 784, scale: 0.57 } as const
const PHONE = { width: 390, height: 640, scale: 0.7 } as const
const GAP = 12
const shownWidth = ({ width, scale }: Shape): number => Math.round(width * scale)
const shownHeight = Math.round(PAGE.height * PAGE.scale)
const CAPTION = 34
const SECONDS_EACH = 2.6
const SENDER = { phone: '6281290000001', name: 'Rani' } as const
const target = join(root, 'docs/images/one-message.svg')
flagsOf('npm run film', {})

type Shape = { width: number; height: number; scale: number }
type Frame = { words: string; page: string; phone: string }

/** WebP in base64, as playwright itself cannot take it. */
const shoot = async (page: Page, shape: Shape): Promise<string> => {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 62,
    clip: { x: 0, y: 0, ...shape },
  })
  await session.detach()
  return data
}

const toSvg = (frames: readonly Frame[]): string => {
  const width = shownWidth(PAGE) + GAP + shownWidth(PHONE)
  const share = 100 / frames.length
  const image = (data: string, x: number, shape: Shape): string =>
    `<image x="${x}" y="${CAPTION}" width="${shownWidth(shape)}" height="${shownHeight}" href="data:image/webp;base64,${data}"/>`
  const groups = frames.map(
    ({ words, page, phone }, i) =>
      `<g class="f" style="animation-delay:${(i * SECONDS_EACH).toFixed(1)}s"><text x="4" y="22">${i + 1}. ${words}</text>` +
      `${image(page, 0, PAGE)}${image(phone, shownWidth(PAGE) + GAP, PHONE)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${shownHeight + CAPTION}" role="img">
<title>A member links a phone, blasts, a recipient answers BERHENTI, and the income stands on the dashboard</title>
<style>
text{font:600 17px system-ui,sans-serif;fill:#5b6b7f}
.f{visibility:hidden;animation:f ${(frames.length * SECONDS_EACH).toFixed(1)}s infinite step-end}
@keyframes f{0%{visibility:visible}${share.toFixed(3)}%{visibility:hidden}}
@media (prefers-reduced-motion:reduce){.f{animation:none}.f:last-of-type{visibility:visible}}
</style>
<rect width="100%" height="100%" rx="8" fill="#eef2f7"/>
${groups.join('\n')}
</svg>
`
}

const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-film-'))
const stack = await startStack({ dataDir })
const browser = await chromium.launch({ executablePath: sureChromium(), args: CHROMIUM_ARGS })
try {
  const sandbox = controlsOf(stack.sandboxOrigin ?? '')
  const open = async ({ width, height }: Shape, more: BrowserContextOptions = {}): Promise<Page> => {
    const look = { viewport: { width, height }, locale: 'id-ID', timezoneId: 'Asia/Jakarta' }
    const context = await browser.newContext({ ...look, reducedMotion: 'reduce', ...more })
    context.setDefaultTimeout(30_000)
    return context.newPage()
  }
  const page = await open(PAGE, { baseURL: stack.origin })
  const phone = await open(PHONE, { baseURL: stack.sandboxOrigin ?? '' })
  const frames: Frame[] = []
  const take = async (words: string): Promise<void> => {
    await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null)
    frames.push({ words, page: await shoot(page, PAGE), phone: await shoot(phone, PHONE) })
  }
  const row = page.getByRole('row').filter({ hasText: SENDER.phone })

  await page.goto('/signin')
  await page.getByLabel('Email').fill(EMAILS.member)
  await page.getByLabel('Kata sandi', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.getByRole('group', { name: 'TOTAL BONUS' }).getByText('Rp').waitFor()
  await phone.goto('/sandbox/phone')
  await phone.getByRole('button', { name: 'Tambah ponsel' }).click()
  await phone.getByLabel('Nomor telepon').fill(SENDER.phone)
  await phone.getByLabel('Nama').fill(SENDER.name)
  await phone.getByRole('button', { name: 'Simpan ponsel' }).click()
  await phone.getByRole('tab', { name: 'Tautkan perangkat' }).click()
  await take('A member signs in. On the right: their phone, in the local WhatsApp.')

  await page.goto('/whatsapp/create')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Buat QR' }).click()
  await page.getByRole('timer').waitFor()
  await take('They agree to what they lend, and a QR appears.')

  await phone.getByRole('button', { name: /^Pindai kode yang/ }).click()
  await page.waitForURL(/\/whatsapp$/)
  await row.getByText('Tersambung', { exact: true }).waitFor()
  await phone.getByRole('status').getByText('Perangkat tertaut').waitFor()
  await take('The phone scans it: the account is linked.')

  await row.getByRole('button', { name: 'Start Blast' }).click()
  await row.getByRole('button', { name: 'Stop Blast' }).waitFor()
  await page.getByText('Akun WhatsApp berhasil ditautkan.').waitFor({ state: 'hidden' })
  let recipient = ''
  while (recipient === '') {
    recipient = (await sandbox.allMessages()).find(({ from }) => from === SENDER.phone)?.to ?? ''
  }
  await phone.goto(`/sandbox/phone?phone=${recipient}`)
  await phone.getByRole('button', { name: `Tambahkan ${recipient}` }).click()
  await phone.getByRole('button', { name: `Obrolan dengan ${SENDER.name}` }).waitFor()
  await take('Start Blast: numbers that agreed are claimed, one message an interval.')
  await phone.getByRole('button', { name: `Obrolan dengan ${SENDER.name}` }).click()
  const chat = phone.getByRole('log', { name: 'Pesan' })
  await chat.getByRole('listitem').first().waitFor()
  await row.getByRole('cell').nth(1).getByText('5', { exact: true }).waitFor()
  await take('A recipient reads it. Counters and income move by themselves.')

  await phone.getByRole('button', { name: 'Balas BERHENTI' }).click()
  await chat
    .getByText(/tidak akan menerima pesan/i)
    .last()
    .waitFor()
  await take('BERHENTI ends it at once, for every account, and is confirmed once.')

  await row.getByRole('button', { name: 'Stop Blast' }).click()
  await page.getByRole('button', { name: 'Stop Blast!' }).click()
  await row.getByRole('button', { name: 'Start Blast' }).waitFor()
  await page.goto('/dashboard')
  await page.getByRole('group', { name: 'TOTAL BONUS' }).getByText('Rp').waitFor()
  await take('Each message that arrived is paid, once.')
  writeFileSync(target, toSvg(frames))
  console.log(`${frames.length} pictures in ${target}`)
} finally {
  await browser.close()
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
