// The page in English says all that it says in Indonesian, and none of it in Indonesian.
import { describe, expect, test } from 'vitest'
import { privacyText as englishPrivacy } from '../../web/texts/english/privacy.ts'
import { inEnglish } from '../../web/texts/english/server-sentences.ts'
import { termsText as englishTerms } from '../../web/texts/english/terms.ts'
import * as english from '../../web/texts/english.ts'
import { privacyText } from '../../web/texts/indonesian/privacy.ts'
import { termsText } from '../../web/texts/indonesian/terms.ts'
import * as indonesian from '../../web/texts/indonesian.ts'
import { sourcesIn, textsOf } from '../support/literals.ts'

/** Words that one language has and the other has not; what both have, such as bank, level and status, is not here. */
const INDONESIAN =
  /\b(tidak|belum|sudah|anda|untuk|nomor|harus|gagal|sedang|dengan|telah|wajib|lagi|dari|yang|akun|baris|berhasil|pilih|gunakan|berkas|tanpa|setelah|halo|selain|tautan|kirim|simpan|hapus|batal|cari|semua|ini|itu|dan|atau|saldo|penerima|pesan|kata|sandi|masuk|keluar|daftar|ubah|muat|ulang|jeda|saat|sampai|boleh|dapat|pendapatan|referal|persetujuan|minta|berhenti|lebih|paling|hari|jam|menit|detik|rekening|nama|pengguna|permintaan|ditolak|diterima|menunggu|lihat|tutup|buka|tambah|perangkat|ponsel|sambungan|terputus|isi|tulis|misalnya|contoh|catatan|bahasa|pukul|besok)\b/i
/** The words that recipients write, how a recipient without a name is addressed, and a language’s own name. */
const KEPT = /\bBERHENTI\b|\bDAFTAR\b|“Kak”|\bBahasa Indonesia\b/g

/** Paths of all keys, with what stands there; functions with the number of their parameters. */
const shapeOf = (value: unknown, path = ''): string[] => {
  if (typeof value === 'function') return [`${path}(${value.length})`]
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => shapeOf(inner, `${path}.${key}`))
}

describe('the two languages', () => {
  // what turns the server’s words is code, not text
  const { fromServer: _, noticeSentence: __, refusalFromServer: ___, ...texts } = indonesian
  const { ...ours } = english
  test.each(Object.keys(texts) as (keyof typeof texts)[])('%s has the same keys', (area) =>
    expect(shapeOf(ours[area]).toSorted()).toEqual(shapeOf(texts[area]).toSorted()),
  )
  test('rule language: have the same areas', () =>
    expect(Object.keys(english).toSorted()).toEqual(Object.keys(indonesian).toSorted()))
  test.each([
    [englishPrivacy, privacyText],
    [englishTerms, termsText],
  ])('have the same parts of the legal pages', (ours, theirs) => expect(shapeOf(ours)).toEqual(shapeOf(theirs)))
})

test('no Indonesian is left behind in the English texts', () => {
  const left = sourcesIn('web/texts/english')
    // their keys are the Indonesian sentences
    .filter((file) => !/\/(server|campaign)-sentences\.ts$/.test(file))
    .flatMap((file) =>
      textsOf(file)
        .map((text) => text.replace(/\$\{[^}]*\}/g, '').replace(KEPT, ''))
        .filter((text) => INDONESIAN.test(text))
        .map((text) => `${file}: “${text.slice(0, 70)}” – ${INDONESIAN.exec(text)?.[0]}`),
    )
  expect(left).toEqual([])
})

/** As docs/words-on-screen.md has them. */
test('English says what the field says, not what a translation would', () => {
  const STIFF =
    /\b(make (a )?(qr|new code|code)|log in|code apps?|being (decided|checked)|held back|not filled in|write the 6)\b|\bQRs?\b(?! codes?\b)/i
  const stiff = sourcesIn('web/texts/english')
    .flatMap((file) => textsOf(file).map((text) => ({ file, text })))
    .filter(({ text }) => STIFF.test(text))
    .map(({ file, text }) => `${file}: “${text.slice(0, 90)}”`)
  expect(stiff).toEqual([])
})

test('a count in English has its noun for one, too', () => {
  // the plurals that follow a figure which is never one, or a name
  const FINE = /^(is|was|has|asks|requests|suspended|becomes|changes|stands|stay|of|in|rests)$/
  const wrong = sourcesIn('web/texts/english').flatMap((file) =>
    textsOf(file).flatMap((text) =>
      [
        ...text.matchAll(
          /(?<!of |last )\$\{(?!many|days|name|who|reference|number|nominal|subject)[^}]*\} (?:more |queued )?([a-z]+s|people)\b/g,
        ),
      ]
        .filter(([, noun = '']) => !FINE.test(noun))
        .map(([found]) => `${file}: ${found}`),
    ),
  )
  expect(wrong).toEqual([])
})

describe('what the contract says', () => {
  /** Said by mails, pushes, files and the API document, which are Indonesian, or to recipients. notice-texts.ts, trouble-words.ts and
   * join-texts.ts, receipt-texts.ts and recipient-texts.ts have their English beside them. */
  const ELSEWHERE =
    /^contract\/(api\/|\w+\/(alert-texts|campaign-texts|trouble-words|notice-texts|texts|mails|checkpoint-texts|file-texts|suppression-file-texts|account-texts|reason-texts|message-text|opt-out|stop-words|import-columns|join-texts|receipt-texts|recipient-texts|page-language)\.)/
  const files = sourcesIn('contract').filter((file) => !ELSEWHERE.test(file))
  test('has its English, so that a new sentence is not forgotten', () => {
    const missing = files.flatMap((file) =>
      textsOf(file)
        .filter((text) => !text.includes('${') && INDONESIAN.test(text) && inEnglish(text) === text)
        .map((text) => `${file}: ${text}`),
    )
    expect(missing).toEqual([])
  })
})
