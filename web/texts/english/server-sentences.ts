// Indonesian sentences of the server and of the contract's schemas in English. Tables are read key by key, so that both sides stay
// in step; the rest is matched by its words. A test finds sentences of the contract that are missing here.
import { REFUSALS } from '../../../contract/ground/errors.ts'
import { answerTexts, caseTexts, fileTexts } from '../../../contract/ground/texts.ts'
import { payoutResultTexts } from '../../../contract/money/file-texts.ts'
import { reasonTexts } from '../../../contract/people/reason-texts.ts'
import { accountTexts, failTexts, testTexts } from '../../../contract/sending/account-texts.ts'
import { NOT_REACHED } from '../../../contract/sending/one-off-people.ts'
import { TROUBLE_TEXTS } from '../../../contract/operation/trouble-texts.ts'
import { LINK_FAILURES } from '../../../contract/sending/link-failures.ts'
import { WORDS } from '../../../contract/ground/value-texts.ts'
import { campaignSentences, campaignsFilled } from './campaign-sentences.ts'
import { accounts, answers, cases, files, linkFailures, reasons, refusals } from './contract.ts'
import { payoutResults } from './payout-results.ts'
import { fails, tests, words } from './contract-words.ts'
import { endsOfTie, tied, tiedAlone, tiedWaits, tieNouns, ties } from './ties.ts'
import { tieNouns as nouns } from '../../../contract/people/tie-nouns.ts'
import { tieEnds, tieWords } from '../../../contract/people/tie-texts.ts'
import { troubles } from './troubles.ts'
import { many } from './many.ts'

/** Of the contract's schemas, which say them themselves. */
const SCHEMAS: Record<string, string> = {
  'Kata sandi minimal 8 karakter.': 'The password needs at least 8 characters.',
  'Kata sandi paling panjang 128 karakter.': 'The password may have at most 128 characters.',
  'Kata sandi tidak boleh sama dengan email.': 'The password must differ from the email.',
  'Kata sandi ini terlalu umum sehingga mudah ditebak. Pilih yang lain.':
    'Many people use this password, so it is easily guessed. Choose another.',
  'Kata sandi ini mudah ditebak dari nama atau email Anda. Pilih yang lain.':
    'This password is easily guessed from your name or email. Choose another.',
  'Nama tidak boleh berisi tautan atau karakter khusus.': 'A name must have no links or special characters.',
  'Tulis 6 angka dari aplikasi kode Anda.': 'Enter the 6 digits from your authenticator app.',
  'Member wajib dipilih.': 'Choose a member.',
  'Keterangan wajib diisi.': 'A note is required.',
  'Tulis alasannya.': 'Write the reason.',
  'Alasan paling panjang 200 karakter.': 'The reason may have at most 200 characters.',
  'Nama level wajib diisi.': 'The level needs a name.',
  ...campaignSentences,
  'Pilih template.': 'Choose a template.',
  'Pilih sedikitnya satu template.': 'Choose at least one template.',
  'Paling banyak 10 template.': 'At most 10 templates.',
  'Template ini dipilih dua kali.': 'This template is chosen twice.',
  'Pilih sedikitnya satu hari.': 'Choose at least one day.',
  'Waktu selesai harus sesudah waktu mulai.': 'The end must be after the start.',
  'Jam selesai harus sesudah jam mulai.': 'The last hour must be after the first.',
  'Mesin pengirim menjawab.': 'The runner answers.',
  'Tidak ada mesin pengirim yang memegang akun ini.': 'No runner holds this account.',
  'Mesin pengirim yang memegang akun ini tidak tersambung.': 'The runner that holds this account is not connected.',
  'Mesin pengirim tidak menjawab dalam batas waktu.': 'The runner did not answer in time.',
  'Interval minimal harus lebih kecil dari interval maksimal': 'The shortest interval must be below the longest',
  [NOT_REACHED]: 'This one-off blast stopped before their turn.',
  'Pilih WhatsApp.': cases.chooseSender,
  'Target nomor awal harus lebih kecil dari nomor akhir': 'The first number must be below the last',
  'Paling banyak 10.000 nomor untuk satu generator.': 'At most 10.000 numbers for one generator.',
  'Isi nomor surat atau tiket permintaan.': 'Enter the number of the request’s letter or ticket.',
  'Jangan tulis nomor orangnya di sini: keterangan ini tetap disimpan setelah datanya dihapus.':
    'Do not write the person’s number here: this is kept after their data is erased.',
  'Tulis dengan kata-kata mengapa orang ini boleh dikirimi pesan lagi, minimal 8 huruf.':
    'Write in words why this person may get messages again, at least 8 letters.',
  'Nomor tidak valid.': 'Not a valid number.',
  'Nomor tidak ada di daftar.': 'The number is not in the list.',
  'Nomor tidak aktif.': 'The number is not active.',
  'Belum ada persetujuan penerima.': 'The recipient has not agreed.',
  'Orang ini tidak dikirimi pesan untuk sementara.': 'This person gets no messages for a while.',
  'Nama sumber wajib diisi.': 'Enter the source’s name.',
  'Tulis apa yang diberitahukan kepada orang saat menyetujui, minimal 8 huruf.':
    'Write what people were told when they agreed, at least 8 letters.',
  'Tulis siapa yang memberitahukannya.': 'Write who told them.',
  'Tulis di mana buktinya: tautan, atau tempat berkasnya disimpan.':
    'Write where the proof is: a link, or where the sheets are kept.',
  'Tulis mengapa sumber ini ditahan, minimal 8 huruf.': 'Write why this source is held, at least 8 letters.',
  'Persetujuan orang ini belum cukup kuat, atau sudah terlalu lama.':
    'This person’s consent is not sure enough, or too old.',
  'Gunakan huruf kecil, angka, dan tanda hubung, misalnya promo-melati.':
    'Use small letters, digits and hyphens, for example promo-melati.',
  'Gunakan satu kata dari 2 sampai 20 huruf, misalnya PROMO.': 'Use one word of 2 to 20 letters, for example PROMO.',
  'Tulis nama label.': 'Write the name of the tag.',
  'Nama label paling panjang 40 huruf.': 'The name of a tag may have at most 40 letters.',
  'Sudah ada label dengan nama ini.': 'There is a tag with this name already.',
  'Paling banyak 200 label. Hapus yang tidak dipakai lagi.':
    'At most 200 tags. Delete those that are not used any more.',
  'Paling banyak 200 catatan tentang satu orang. Hapus yang tidak perlu lagi.':
    'At most 200 notes about one person. Delete those that are not needed any more.',
  'Sebut satu orang atau satu nomor.': 'Name one person or one number.',
  'Tulis catatan.': 'Write a note.',
  'Catatan paling panjang 1.000 huruf.': 'A note may have at most 1,000 letters.',
  'Nama label ini baru saja diganti. Muat ulang halaman.': 'The tag has just been renamed. Load the page again.',
  'Pilih label.': 'Choose a tag.',
  'Pilih tingkat.': 'Choose a grade.',
  'Tulis jumlah hari.': 'Write the number of days.',
  'Paling sedikit 1 hari.': 'At least 1 day.',
  'Paling banyak 3.650 hari.': 'At most 3,650 days.',
  'Tulis angka.': 'Write a number.',
  'Tulis awal nomor.': 'Write the beginning of the number.',
  'Tulis awal nomor saja, paling banyak 8 angka.': 'Write only the beginning of a number, 8 digits at most.',
  'Tulis awal nomor Indonesia, misalnya 0812.': 'Write the beginning of an Indonesian number, such as 0812.',
  'Syarat segmen tidak terbaca.': 'The conditions of the segment cannot be read.',
  'Tanggal di luar 2000 sampai 2999.': 'The date is not within 2000 to 2999.',
  'Paling banyak 30 syarat dalam satu segmen.': 'At most 30 conditions in one segment.',
  'Tulis nama segmen.': 'Write the name of the segment.',
  'Nama segmen paling panjang 60 huruf.': 'The name of a segment may have at most 60 letters.',
  'Sudah ada segmen dengan nama ini.': 'There is a segment with this name already.',
  'Pilih kampanye.': 'Choose a campaign.',
  'Label atau kolom tambahan di segmen ini sudah dihapus, atau tidak diketahui lagi siapa yang mendapat kampanyenya. Pilih yang lain.':
    'The tag or the extra column in this segment was deleted, or who got its campaign is not known any more. Choose another one.',
  'Alamat pendek ini sudah dipakai ajakan lain.': 'This short address is taken by another programme.',
  'Gunakan tanggal.': 'Use a date.',
  'Sumber persetujuan orang ini sedang ditahan.': 'The source of this person’s consent is held.',
  'Orang ini tidak ingin menerima topik ini.': 'This person does not want this topic.',
  'Gunakan huruf kecil, angka, dan garis bawah, misalnya kota.':
    'Use small letters, digits and underscores, for example kota.',
  'Nama kolom ini sudah dipakai. Pilih nama lain.': 'This name is taken. Choose another one.',
  'Dua kolom memberi isian yang sama. Simpan salah satu saja.':
    'Two columns give the same placeholder. Keep only one of them.',
  'Paling banyak 20 kolom tambahan dapat disimpan. Hapus yang tidak dipakai.':
    'At most 20 fields can be kept. Delete those that are not used.',
  'Kolom tambahan hanya dapat disimpan dari berkas CSV.': 'Fields can be kept from CSV files only.',
  'Kolom dengan nama ini baru dihapus dan isinya sedang dibersihkan. Coba lagi dalam satu jam.':
    'A field of this name was just deleted, and its values are being removed. Try again in an hour.',
  'Kolom tambahan ini sudah dihapus. Muat ulang halaman ini.': 'The field was deleted. Load this page again.',
  'Orang ini minta berhenti: isi kolom tambahannya hanya bisa dikosongkan.':
    'This person asked to stop: their values of fields can only be emptied.',
  'Kolom ini dipakai kampanye yang sedang dimulai, atau yang penerimanya diperbarui tiap jam. Coba lagi setelahnya.':
    'A campaign that is being launched, or whose recipients are renewed every hour, uses this column. Try again after it.',
  'Nomor lengkap seseorang tidak disimpan di segmen. Tulis isi kolom yang lain.':
    'No segment keeps the whole number of a person. Write another value.',
  'Tulis isinya.': 'Write the value.',
  'Kolom ini masih dipakai template aktif atau pesan yang sedang dikirim.':
    'An active template, or a message that is being sent, still uses this field.',
  'Topik paling panjang 60 karakter.': 'A topic may have at most 60 characters.',
  'Nomor ini milik akun yang ditautkan.': 'The number belongs to a linked account.',
  'Nomor ini belum lama menerima pesan.': 'The number got a message not long ago.',
  'Nomor ini sedang dipakai akun lain.': 'Another account is using the number.',
  'Pilih penerima.': 'Choose recipients.',
  'Pilih semua penerima atau beberapa nomor, bukan keduanya.': 'Choose all recipients or some numbers, not both.',
  'Paling banyak 1.000 penerima. Untuk semuanya pilih All.': 'At most 1.000 recipients. For everybody choose All.',
  'Pilih pengirim.': 'Choose a sender.',
  'Pilih satu pengirim.': 'Choose one sender.',
  'Tulis pesan.': 'Write a message.',
  'Pesan paling panjang 4.000 karakter.': 'A message may have at most 4.000 characters.',
  'Nomor wajib diisi.': 'A number is required.',
  'Nama wajib diisi.': 'A name is required.',
  'Nama paling panjang 60 karakter.': 'The name may have at most 60 characters.',
  'Proxy wajib diisi.': 'A proxy is required.',
  'Proxy tidak valid. Contoh: http://user:sandi@host:8080':
    'Not a valid proxy. Example: http://user:password@host:8080',
  'Gunakan jam:menit, misalnya 08:00.': 'Use hours:minutes, for example 08:00.',
  'Tulis nama akun.': 'Write the name of the account.',
  'Nama akun paling panjang 30 karakter.': 'The name of an account may have at most 30 characters.',
  'Nama akun hanya boleh berisi huruf, angka, tanda baca, dan emoji.':
    'The name of an account may have letters, digits, punctuation and emoji only.',
  'Nama akun tidak boleh berisi tautan.': 'The name of an account must have no links.',
  'Isi nomor referensi dari bank: 3 sampai 64 huruf atau angka.':
    'Enter the bank’s reference: 3 to 64 letters or digits.',
  'Tulis alasan bank mengembalikannya, minimal 3 huruf.': 'Write why the bank returned it, at least 3 letters.',
  'Isi nomor rekening sumber, 8 sampai 20 angka.': 'Enter the account that pays, 8 to 20 digits.',
  'WhatsApp ID tidak valid.': 'Not a valid WhatsApp ID.',
  'Tulis paling banyak 3 alamat email, dipisahkan koma.': 'Enter at most 3 email addresses with commas between them.',
  'Tulis alamat publik yang diawali https://, tanpa kata sandi di dalamnya.':
    'Enter a public address that begins with https://, without a password in it.',
}

const known = new Map<string, string>(Object.entries(SCHEMAS))
const learn = (indonesian: Record<string, unknown>, english: Record<string, unknown>): void => {
  for (const [key, said] of Object.entries(indonesian)) {
    const words = english[key]
    if (typeof said === 'string' && typeof words === 'string') known.set(said, words)
  }
}
learn(Object.fromEntries(Object.entries(REFUSALS).map(([code, [, said]]) => [code, said])), refusals)
learn(LINK_FAILURES, linkFailures)
learn(accountTexts, accounts)
learn(reasonTexts, reasons)
learn(answerTexts, answers)
learn(caseTexts, cases)
learn(tieWords, ties)
learn(tieEnds, endsOfTie)
learn(nouns, tieNouns)
learn(fileTexts, files)
learn(testTexts, tests)
learn(failTexts, fails)
learn(WORDS, words)
learn(payoutResultTexts, payoutResults)
for (const [kind, words] of Object.entries(TROUBLE_TEXTS)) learn(words, troubles[kind as keyof typeof troubles])

/** Sentences with something filled in. */
const FILLED: [RegExp, (...filled: string[]) => string][] = [
  [
    /^Nama tidak boleh berisi tautan atau karakter khusus\. Hapus (.+)\.$/s,
    (sign = '') =>
      `A name must have no links or special characters. Remove ${sign.startsWith('“') ? sign : 'the invisible sign'}.`,
  ],
  [
    /^(.+) Coba lagi dalam (\d+) menit\.$/s,
    (text, n) => {
      const of = Object.entries(REFUSALS).find(
        ([, refusal]) => refusal[0] === 429 && refusal[1].startsWith(`${text} Coba lagi`),
      )
      const said = inEnglish(of?.[1][1] ?? text ?? '').replace(/ Try again [^.]*\.$/, '')
      return `${said} Try again in ${many(n, 'minute', 'minutes')}.`
    },
  ],
  [/^Paling sedikit (.+)\.$/, (least) => `At least ${least}.`],
  [/^Terlalu besar\. Paling banyak (.+)\.$/, (most) => `Too large. At most ${most}.`],
  [/^Minimal ([\d.]+) karakter\.$/, (n) => `At least ${many(n, 'character', 'characters')}.`],
  [/^Paling panjang ([\d.]+) karakter\.$/, (n) => `At most ${many(n, 'character', 'characters')}.`],
  [/^Minimal ([\d.]+) baris\.$/, (n) => `At least ${many(n, 'row', 'rows')}.`],
  [/^Paling banyak ([\d.]+) baris\.$/, (n) => `At most ${many(n, 'row', 'rows')}.`],
  [/^Paling kecil (-?[\d.]+)\.$/, (n) => `At least ${n}.`],
  [/^Paling besar (-?[\d.]+)\.$/, (n) => `At most ${n}.`],
  [/^Isi dengan kelipatan ([\d.]+)\.$/, (n) => `Enter a multiple of ${n}.`],
  [/^Dihentikan admin: (.+)$/s, accounts.stoppedByAdmin],
  [/^(.+) Alasan: (.+)$/s, (text, reason) => `${inEnglish(text ?? '')} Reason: ${inEnglish(reason ?? '')}`],
  [/^Isi nomor telepon yang terdaftar di (.+), misalnya 081234567890\.$/, cases.walletNumber],
  [
    /^Bank tidak dapat memakai nomor rekening atau nama pemilik ini: (.+)\. Bayar dengan cara lain, atau tolak agar member memperbaikinya\.$/s,
    cases.unusableAccounts,
  ],
  [/^Bonus ini sudah diminta atau ditarik\. Bila dihapus, saldo (.+) menjadi (.+)\.$/, cases.bonusSpent],
  [
    /^Withdraw (.+) ditahan untuk diperiksa\. Lepas penahanannya, atau lepas batch ini lalu buat batch baru\.$/,
    cases.payoutHeld,
  ],
  [/^(.+) dijeda atau saldonya minus\. Lepas batch ini, lalu buat batch baru tanpa mereka\.$/s, cases.payoutStopped],
  [
    /^(\S+(?: \S+)?) lebih dari 3 kali yang biasa, yaitu (.+)\. Ketik sekali lagi; bila ada orang kedua, ia juga harus menyetujuinya\.$/,
    cases.amountAgain,
  ],
  [/^Semua withdraw ditahan sejak (.+) WIB, karena .*$/, cases.payHeld],
  [/^Satu admin dapat bertindak sebagai Anda .* atau putuskan setelah (.+) WIB\.$/, cases.approvalTied],
  [
    /^(Batch ini berisi permintaan yang tidak boleh Anda putuskan\. )?(.+)\. Orang lain harus memutuskannya(?:, tetapi saat ini tidak ada yang dapat|: (.+))\.$/s,
    tied,
  ],
  [/^(.+)\. Tidak ada orang lain yang dapat memutuskannya\. Anda dapat membuka masa tunggu .+\.$/s, tiedAlone],
  [/^(.+)\. Masa tunggu Anda selesai (.+) WIB; sesudah itu .+\.$/s, tiedWaits],
  [
    /^Kolom (\d+) \(“(.*)”\) dan kolom (\d+) \(“(.*)”\) sama-sama nomor\. .+$/s,
    (one, name, other, itsName) =>
      `Column ${one} (“${name}”) and column ${other} (“${itsName}”) both are the number. Choose one of them, or take the other one out of the file.`,
  ],
  [/^Berkas memakai (.+), bukan UTF-8\. Simpan ulang sebagai UTF-8\.$/, files.encoding],
  [/^Template “(.+?)”: (.+)$/s, (name, problem) => `Template “${name}”: ${inEnglish(problem ?? '')}`],
  [
    /^Label di baris ([\d.]+) lebih panjang dari 40 huruf\. Pendekkan dulu\.$/,
    (row) => `The tag in row ${row} is longer than 40 letters. Shorten it first.`,
  ],
  [/^(.+) \(setelah baris ([\d.]+)\)$/, (text, row) => files.afterRow(inEnglish(text ?? ''), row ?? '')],
  ...campaignsFilled,
  [/^Referensi (\S+) tidak ada dalam batch ini\.$/, payoutResults.unknown],
  [/^Referensi (\S+) sudah ada di baris (\d+)\.$/, payoutResults.twice],
  [/^Status "(.*)" tidak dikenal\. Tulis Diterima atau Dikembalikan\.$/s, payoutResults.status],
  [
    /^Referensi (\S+) sudah (diterima|dikembalikan) sebelumnya\. Ubah satu per satu di Permintaan Withdraw\.$/,
    (reference, said) => payoutResults.decided(reference ?? '', said === 'diterima'),
  ],
  [/^Referensi (\S+) sudah dilepas dari batch ini\.$/, payoutResults.released],
  [
    /^(.+) akan terkirim apa adanya\. Yang diisi per penerima hanya (.+) dan (.+), di teks pesan saja\.$/,
    (found, name, number) =>
      `${found} would be sent as it stands. Only ${name} and ${number} are filled for each recipient, and in the message’s text alone.`,
  ],
  [/^Referensi (\S+) menunggu persetujuan sebagai dikembalikan bank\. .+$/s, payoutResults.returnWaits],
  [/^Judul button : "(.+)" belum mempunyai URL\.$/, (title) => `Title of the button: “${title}” has no URL.`],
  [/^URL button "(.+)" belum punya nama atau judul\.$/, (url) => `The button’s URL “${url}” has no name or title.`],
  [
    /^Button "(.+)" harus berisi nomor telepon, misalnya \+6281234567890\.$/,
    (title) => `The button “${title}” needs a phone number, for example +6281234567890.`,
  ],
  [
    /^URL button "(.+)" harus diawali https:\/\/, misalnya https:\/\/toko\.contoh\.id\.$/,
    (title) => `The URL of the button “${title}” must begin with https://, for example https://shop.example.com.`,
  ],
]

/** The sentence in English; one that is not known stays as it is. */
export const inEnglish = (said: string): string => {
  const words = known.get(said)
  if (words !== undefined) return words
  for (const [pattern, fill] of FILLED) {
    const match = pattern.exec(said)
    if (match) return fill(...match.slice(1))
  }
  return said
}
