// docs/words-on-screen.md settles how we speak; here is what must not appear in any text that a person reads.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-of-walls'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

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

/** What only code reads has no space in it and begins small: names of fields, states; or is a route, or an SQL condition. */
const isText = (words: string): boolean => /^[A-Z“]|\s/.test(words) && !/^(GET|POST|PUT|DELETE) \//.test(words)

/** Headers of files that people bring are data. */
const DATA = new Set(['contract/import-columns.ts'])
const files = execFileSync('git', ['ls-files', 'web/texts', 'contract'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !DATA.has(file) && existsSync(join(root, file)),
  )
/** Literals as they stand in the code; what is filled into a template shows as …, or as its code where a text is quoted. */
const textsOf = (file: string): string[] => {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    else if (ts.isTemplateExpression(node)) {
      found.push(node.getText(source).slice(1, -1))
      for (const { expression } of node.templateSpans) look(expression)
    } else if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) ts.forEachChild(node, look)
  }
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  look(source)
  return found.filter(isText)
}

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
