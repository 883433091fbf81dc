// Indonesian texts of the server that are no refusals: what answers say beside their data, and what is wrong with
// a file. The screens' texts are in web/texts/.
import type { Rupiah } from './money.ts'
import { showRupiah } from './value-texts.ts'

const moment = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', dateStyle: 'medium', timeStyle: 'short' })
/** 30 Nov 2026 14.05 */
export const momentText = (at: number): string => moment.format(at).replace(', ', ' ')

/** `msg` of answers that a person reads. */
export const answerTexts = {
  importAccepted: 'Berkas diterima dan sedang diproses.',
  fileAccepted: 'Berkas diterima dan sedang dibaca.',
  blasterSent: 'Pesan blaster berhasil dikirim ke target.',
  erased: 'Data Anda dihapus. Anda tidak akan menerima pesan dari kami lagi.',
  disputed: 'Tercatat. Anda tidak akan menerima pesan dari kami lagi.',
  optedOut: 'Anda tidak akan menerima pesan dari kami lagi.',
  liftAsked:
    'Menunggu persetujuan orang kedua, karena orangnya belum menulis MULAI sejak meminta berhenti. Lihat Persetujuan.',
  secondAsked: 'Menunggu persetujuan orang kedua. Lihat Persetujuan.',
  resetSent: 'Bila email terdaftar, tautan untuk mengatur ulang kata sandi sudah dikirim.',
}

/** Words of a refusal for cases that its own text does not distinguish. */
export const caseTexts = {
  memberUnknown: 'Member tidak dikenal.',
  chooseSender: 'Pilih WhatsApp.',
  walletNumber: (wallet: string): string => `Isi nomor telepon yang terdaftar di ${wallet}, misalnya 081234567890.`,
  bankNumber: 'Isi nomor rekening dengan 5 sampai 20 angka.',
  unusableAccounts: (names: string): string =>
    `Bank tidak dapat memakai nomor rekening atau nama pemilik ini: ${names}. Bayar dengan cara lain, atau tolak agar member memperbaikinya.`,
  privateProxy: 'Proxy tidak boleh berada di jaringan server sendiri.',
  stoppedAgain: 'Orangnya meminta berhenti lagi.',
  templateGone: 'Template ini sudah tidak ada.',
  payoutHeld: (names: string): string =>
    `Withdraw ${names} ditahan untuk diperiksa. Lepas penahanannya, atau lepas batch ini lalu buat batch baru.`,
  payoutStopped: (names: string): string =>
    `${names} dijeda atau saldonya minus. Lepas batch ini, lalu buat batch baru tanpa mereka.`,
  /** @param until epoch ms */
  approvalTied: (until: number): string =>
    `Satu admin dapat bertindak sebagai Anda dan sebagai peminta, karena baru mengatur kata sandi, email, langkah kedua, atau peran salah satunya. Minta orang lain, atau putuskan setelah ${momentText(until)} WIB.`,
  amountAgain: (amount: string, usual: string): string =>
    `${amount} lebih dari 3 kali yang biasa, yaitu ${usual}. Ketik sekali lagi; bila ada orang kedua, ia juga harus menyetujuinya.`,
  payHeld: (since: number): string =>
    `Semua withdraw ditahan sejak ${momentText(since)} WIB, karena pendapatan per jam lebih dari 3 kali yang biasa. Admin melepasnya di Permintaan Withdraw setelah memeriksanya.`,
  bonusSpent: (name: string, rupiah: Rupiah): string =>
    `Bonus ini sudah diminta atau ditarik. Bila dihapus, saldo ${name} menjadi ${showRupiah(rupiah)}.`,
}

/** What is wrong with an uploaded file. */
export const fileTexts = {
  csvBroken: 'Berkas CSV rusak: tanda kutip tidak ditutup.',
  jsonBroken: 'Berkas JSON rusak atau bukan daftar.',
  encoding: (name: string): string => `Berkas memakai ${name}, bukan UTF-8. Simpan ulang sebagai UTF-8.`,
  jsonOnly: 'Gunakan berkas .json.',
  csvOrJson: 'Gunakan berkas .csv atau .json.',
  picture: 'Berkas ini gambar atau video, bukan daftar. Pilih berkas yang berisi daftarnya.',
  pdf: 'Berkas ini PDF, bukan daftar. Pilih berkas yang berisi daftarnya.',
  sheet: 'Berkas ini Excel (.xlsx) atau zip. Buka, simpan sebagai CSV UTF-8, lalu pilih berkas itu.',
  oldExcel:
    'Berkas ini Excel lama (.xls) atau terkunci kata sandi. Buka di Excel, simpan sebagai CSV UTF-8, lalu pilih berkas itu.',
  archive: 'Berkas ini arsip. Buka arsipnya, lalu pilih berkas di dalamnya.',
  web: 'Berkas ini halaman web, bukan daftar. Buka di Excel, simpan sebagai CSV UTF-8, lalu pilih berkas itu.',
  cancelled: 'Impor dibatalkan. Baris yang sudah masuk tetap ada.',
  noName: 'berkas',
  noNumbers: 'Berkas tidak berisi nomor yang valid.',
  sourceMissing: 'Berkas sumber tidak ditemukan.',
  afterRow: (text: string, row: number): string => `${text} (setelah baris ${row})`,
}

/** What a stopped person is refused with; they read why (rule person-status). */
export const withReason = (text: string, reason: string): string => `${text} Alasan: ${reason}`
