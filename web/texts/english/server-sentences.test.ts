// Every sentence of the contract that the page can show has its English.
import { expect, test } from 'vitest'
import { passwordProblem } from '../../../contract/people/auth.ts'
import { accountNumberProblem } from '../../../contract/people/banks.ts'
import { REFUSALS, tooMany } from '../../../contract/ground/errors.ts'
import { buttonProblem } from '../../../contract/sending/templates.ts'
import { tieTexts } from '../../../contract/people/tie-texts.ts'
import { answerTexts, caseTexts, fileTexts } from '../../../contract/ground/texts.ts'
import { campaignEndedText } from '../../../contract/sending/campaign-texts.ts'
import { reasonTexts } from '../../../contract/people/reason-texts.ts'
import { accountTexts, failTexts, testTexts } from '../../../contract/sending/account-texts.ts'
import { WORDS, wordsOf } from '../../../contract/ground/value-texts.ts'
import { type Range, readWhole } from '../../../contract/ground/read-numbers.ts'
import { inEnglish } from './server-sentences.ts'

/** Words that hardly any Indonesian sentence does without. */
const INDONESIAN =
  /\b(tidak|belum|sudah|anda|untuk|nomor|harus|gagal|sedang|dengan|wajib|lagi|dari|yang|akun|baris|isi|tulis|minimal|paling|berkas|ini)\b/i
const plain = (table: Record<string, unknown>): string[] =>
  Object.values(table).filter((said): said is string => typeof said === 'string')

test.each([
  ...Object.values(REFUSALS).map(([, said]) => said),
  ...[accountTexts, reasonTexts, answerTexts, caseTexts, failTexts, fileTexts, testTexts, WORDS].flatMap(plain),
])('%s', (said) => expect(inEnglish(said)).not.toMatch(INDONESIAN))

const issue = (of: object): string => wordsOf({ input: '', ...of } as unknown as Parameters<typeof wordsOf>[0])
const problem = (typed: number, range: Range): string => {
  const read = readWhole(typed, range)
  return 'problem' in read ? read.problem : ''
}
test.each([
  [tooMany(400).message, 'Too many attempts. Try again in 7 minutes.'],
  [problem(1, { unit: 'rupiah', min: 10_000, max: 20_000 }), 'At least Rp 10.000.'],
  [problem(1_000_000, { unit: 'count', min: 1, max: 20_000 }), 'Too large. At most 20.000.'],
  [issue({ code: 'too_small', origin: 'string', minimum: 8 }), 'At least 8 characters.'],
  [issue({ code: 'too_big', origin: 'string', maximum: 4000 }), 'At most 4.000 characters.'],
  [issue({ code: 'too_small', origin: 'array', minimum: 2 }), 'At least 2 rows.'],
  [issue({ code: 'too_big', origin: 'array', maximum: 10 }), 'At most 10 rows.'],
  [issue({ code: 'too_small', origin: 'number', minimum: -5 }), 'At least -5.'],
  [issue({ code: 'too_big', origin: 'number', maximum: 5 }), 'At most 5.'],
  [issue({ code: 'not_multiple_of', divisor: 5 }), 'Enter a multiple of 5.'],
  [accountTexts.stoppedByAdmin('nomor salah\nhari ini'), 'Stopped by an admin: nomor salah\nhari ini'],
  [
    caseTexts.unusableAccounts('WDA, WDB'),
    'A bank cannot use these account numbers or owners’ names: WDA, WDB. Pay another way, or reject them so that the members correct them.',
  ],
  [campaignEndedText('Promo', 'deleted'), 'Campaign “Promo” was deleted.'],
  [campaignEndedText('Promo', 'cancelled'), 'Campaign “Promo” was cancelled.'],
  [campaignEndedText('Promo', 'finished'), 'Campaign “Promo” has finished.'],
  [
    campaignEndedText('Promo', 'restored'),
    'Campaign “Promo” was cancelled, because the database was restored from a backup.',
  ],
  [accountNumberProblem('BCA', '1234567890 (rek 2)'), 'Enter the account number with 5 to 20 digits.'],
  [accountNumberProblem('GoPay', '12'), 'Enter the phone number registered with GoPay, for example 081234567890.'],
  [
    caseTexts.bonusSpent('Sari Uji', -25_000),
    'This bonus was requested or withdrawn. If it is deleted, the balance of Sari Uji becomes -Rp 25.000.',
  ],
  [
    tieTexts.many(
      [
        { name: 'Ani', tie: { kind: 'bank', until: Date.UTC(2026, 11, 3, 7, 5) } },
        { name: 'Budi', tie: { kind: 'account', until: null } },
      ],
      ['Sari'],
    ),
    'This batch has requests that you may not decide about. Ani: You changed this member’s bank details (until 3 Dec 2026 14:05 WIB); Budi: You and this member use the same bank account (as long as it is so). Someone else must decide: Sari.',
  ],
  [
    tieTexts.one({ kind: 'account', until: null }, []),
    'You and this member use the same bank account (as long as it is so). Someone else must decide, but nobody can at present.',
  ],
  [
    tieTexts.offered({ kind: 'account', until: null }),
    'You and this member use the same bank account (as long as it is so). Nobody else may decide. You can open a wait of 72 hours in Withdrawal requests: the member is told and may stop it.',
  ],
  [
    tieTexts.waits({ kind: 'account', until: null }, Date.UTC(2026, 11, 3, 7, 5)),
    'You and this member use the same bank account (as long as it is so). Your wait is over 3 Dec 2026 14:05 WIB; after that you may accept it, unless the member stops it.',
  ],
  [fileTexts.encoding('UTF-16'), 'The file is in UTF-16, not UTF-8. Save it again as UTF-8.'],
  [
    fileTexts.afterRow(fileTexts.csvBroken, 12),
    'The CSV file is broken: a quotation mark is not closed. (after row 12)',
  ],
  [passwordProblem('short', ''), 'The password needs at least 8 characters.'],
])('%j reads %s', (said, english) => expect(inEnglish(String(said))).toBe(english))
test.each([
  ['url_button', 'Toko', '', 'Title of the button: “Toko” has no URL.'],
  ['url_button', '', 'https://a.id', 'The button’s URL “https://a.id” has no name or title.'],
  ['call_button', 'Toko', 'x', 'The button “Toko” needs a phone number, for example +6281234567890.'],
  [
    'url_button',
    'Toko',
    'x',
    'The URL of the button “Toko” must begin with https://, for example https://shop.example.com.',
  ],
] as const)('a button of %s, %j and %j: %s', (type, title, url, english) =>
  expect(inEnglish(buttonProblem({ id: '', type, title, url })?.text ?? '')).toBe(english),
)

test('what nobody foresaw stays as it is', () =>
  expect(inEnglish('Halo, ini pesan admin.')).toBe('Halo, ini pesan admin.'))
