// docs/words-on-screen.md settles how we speak; here is what must not appear in any text that a person reads.
import { expect, test } from 'vitest'
import { sourcesIn, textsOf } from '../support/literals.ts'

/** By the word to say instead. */
const UNWANTED: Record<string, RegExp> = {
  Anda: /\b(kamu|kau|kalian|lu|gue)\b/i,
  member: /\banggota\b/i,
  penerima: /\bkontak\b/i,
  WhatsApp: /\bWhatsapp\b/,
  ponsel: /\b(gawai|handphone)\b/i,
  'nomor telepon': /\b(nomor|no\.?) hp\b/i,
  tautan: /\blink\b/i,
  sambungan: /\bkoneksi\b/i,
  referal: /\b(referral|rujukan)\b/i,
  pendapatan: /\b(penghasilan|pemasukan|income)\b/i,
  saldo: /\bbalance\b/i,
  valid: /\bsah\b/i,
  server: /\bpeladen\b/i,
  'kata sandi': /\bpasswords?\b/i,
  berkas: /\bfile\b/i,
  unggah: /\bupload\b/i,
  unduh: /\bdownload\b/i,
  'muat ulang': /\b(refresh|reload)\b/i,
  hash: /\bsidik\b/i,
  silakan: /\bsilahkan\b/i,
}
/** As the specification has them. */
const QUOTED = new Set([
  'Akun Whatsapp',
  'Aturan #1 Jangan hapus pesan terkirim. Silahkan hubungi Admin/CS',
  'Blaster Whatsapp Message',
  'Cari Whatsapp',
  'Copy Link Referral',
  'Daftar Whatsapp',
  'Download',
  'Email and password are required.',
  'Error fetching Referral list',
  'Error fetching Whatsapp list',
  'Error importing File',
  'Failed to copy the link.',
  'Link copied to clipboard!',
  'Password is required.',
  'Passwords do not match.',
  'Please confirm your password.',
  'Refresh',
  'Sambungan terputus, silahkan sambungkan ulang!',
  'TOTAL WHATSAPP YANG AKTIF',
  'Target File',
  'Upload',
  'Upload JSON',
  'Whatsapp Blaster for Rent',
  '${text}! Silahkan coba lagi.',
])

/** Headers of files that people bring are data. */
const DATA = new Set(['contract/recipients/import-columns.ts', 'contract/recipients/stop-words.ts'])
const files = sourcesIn('web/texts', 'contract').filter(
  (file) => !DATA.has(file) && !/^web\/texts\/english[./]/.test(file),
)
test('every text speaks with the words of docs/words-on-screen.md', () => {
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => !QUOTED.has(text))
      // what stands in for a name in a template is code
      .map((text) => text.replace(/\$\{[^}]*\}/g, ''))
      .flatMap((text) =>
        Object.entries(UNWANTED)
          .filter(([, unwanted]) => unwanted.test(text))
          .map(([better, unwanted]) => `${file}: “${text.slice(0, 70)}” – ${better}, not ${unwanted.exec(text)?.[0]}`),
      ),
  )
  expect(found).toEqual([])
})
test('every quoted text is still there', () => {
  const all = new Set(files.flatMap(textsOf))
  expect([...QUOTED].filter((text) => !all.has(text))).toEqual([])
})
