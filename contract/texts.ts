// Indonesian texts of the server that are no refusals: what answers say beside their data, why a file or a
// run ended, what a recipient gets, the mail for a new password, the API document. The screens' texts are in web/texts/.
import type { FailReason } from './last-run.ts'
import { showRupiah } from './words.ts'

const moment = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', dateStyle: 'medium', timeStyle: 'short' })
/** 30 Nov 2026 14.05 */
export const momentText = (at: number): string => moment.format(at).replace(', ', ' ')

/** `msg` of answers that a person reads. */
export const answerTexts = {
  importAccepted: 'Berkas diterima dan sedang diproses.',
  fileAccepted: 'Berkas diterima dan sedang dibaca.',
  blasterSent: 'Pesan blaster berhasil dikirim ke target.',
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
  bonusSpent: (name: string, rupiah: number): string =>
    `Bonus ini sudah diminta atau ditarik. Bila dihapus, saldo ${name} menjadi ${showRupiah(rupiah)}.`,
}

/** The lines of a statement; a name of its own, so that a build knows that reading it does nothing else. */
export const MONEY_KINDS = {
  blast_income: 'Pendapatan blast',
  income_reversal: 'Pendapatan ditarik kembali',
  referral_income: 'Pendapatan referal',
  bonus: 'Bonus',
  bonus_reversal: 'Bonus dibatalkan',
  withdraw_hold: 'Penarikan dana',
  withdraw_release: 'Penarikan dikembalikan',
} as const

/** What money is called in files for spreadsheets: heads of columns, in order, and words for stored values. */
export const moneyFileTexts = {
  withdraws: ['Tanggal', 'Member', 'Nominal', 'Status', 'Bank', 'Nomor', 'Nama pemilik', 'Diproses', 'Oleh', 'Alasan'],
  statement: ['Tanggal', 'Dibukukan', 'Keterangan', 'Jumlah', 'Saldo sesudahnya'],
  incomeDays: ['Tanggal', 'Akun', 'Nomor', 'Pesan dibayar', 'Pesan ditarik', 'Pendapatan'],
  kinds: MONEY_KINDS,
  files: { statement: 'mutasi', incomeDays: 'pendapatan' },
  nothing: 'Tidak ada data untuk diekspor.',
  statuses: {
    requested: 'Menunggu',
    accepted: 'Diterima',
    ordered: 'Ditransfer',
    paid: 'Dibayar',
    returned: 'Dikembalikan bank',
    rejected: 'Ditolak',
  },
  held: 'Menunggu (ditahan)',
  cancelled: 'Dibatalkan member',
} as const

/** The generic file of a payout batch: heads of its columns, and words of its status. */
export const payoutFileTexts = {
  heads: ['Referensi', 'Bank', 'Nomor', 'Nama pemilik', 'Nominal', 'Status', 'Alasan'],
  accepted: 'Diterima',
  returned: 'Dikembalikan',
  released: 'Dilepas',
} as const
/** What is wrong with the rows of a payout's result. */
export const payoutResultTexts = {
  columns: 'Baris pertama harus berisi nama kolom Referensi dan Status.',
  nothing: 'Tidak ada satu baris pun dengan status.',
  noReference: 'Referensi kosong.',
  unknown: (reference: string): string => `Referensi ${reference} tidak ada dalam batch ini.`,
  twice: (reference: string, row: number): string => `Referensi ${reference} sudah ada di baris ${row}.`,
  status: (said: string): string => `Status "${said}" tidak dikenal. Tulis Diterima atau Dikembalikan.`,
  decided: (reference: string, accepted: boolean): string =>
    `Referensi ${reference} sudah ${accepted ? 'diterima' : 'dikembalikan'} sebelumnya. Ubah satu per satu di Permintaan Withdraw.`,
  released: (reference: string): string => `Referensi ${reference} sudah dilepas dari batch ini.`,
  returnWaits: (reference: string): string =>
    `Referensi ${reference} menunggu persetujuan sebagai dikembalikan bank. Tolak dahulu persetujuan itu bila ternyata sudah dibayar.`,
  noReason: 'Dikembalikan oleh bank.',
} as const
/** What a result's columns and outcomes may be called, in small letters. */
export const payoutResultWords = {
  reference: ['referensi', 'reference', 'ref', 'no referensi', 'transaction id', 'remark'],
  status: ['status', 'hasil', 'result'],
  reason: ['alasan', 'reason', 'catatan', 'keterangan'],
  accepted: ['diterima', 'berhasil', 'sukses', 'dibayar', 'accepted', 'success', 'successful', 'paid'],
  returned: ['dikembalikan', 'gagal', 'retur', 'ditolak', 'returned', 'failed', 'rejected'],
} as const satisfies Record<string, readonly string[]>

/** What is wrong with an uploaded file. */
export const fileTexts = {
  csvBroken: 'Berkas CSV rusak: tanda kutip tidak ditutup.',
  jsonBroken: 'Berkas JSON rusak atau bukan daftar.',
  encoding: (name: string): string => `Berkas memakai ${name}, bukan UTF-8. Simpan ulang sebagai UTF-8.`,
  jsonOnly: 'Gunakan berkas .json.',
  csvOrJson: 'Gunakan berkas .csv atau .json.',
  noName: 'berkas',
  noNumbers: 'Berkas tidak berisi nomor yang valid.',
  sourceMissing: 'Berkas sumber tidak ditemukan.',
  afterRow: (text: string, row: number): string => `${text} (setelah baris ${row})`,
}

/** Why an account's work ended or waits. */
export const accountTexts = {
  alwaysLate:
    'Pesan terus terlambat keluar dari server kami dan tidak ada yang terkirim. Mulai lagi nanti, atau hubungi Admin/CS.',
  noTemplate: 'Belum ada template pesan yang aktif.',
  /** The reason of a person who closed their own account. */
  closedByOwner: 'Ditutup oleh pemiliknya sendiri.',
  /** The reason of a hold on withdraws that nobody put: the score did (rule withdraw-hold). */
  heldByScore: 'Ada beberapa tanda yang perlu diperiksa dahulu.',
  /** The reason of a hold that a member asks for, because somebody tied to them waits to decide (rule decider-wait). */
  objected: 'Member menekan Bukan saya: orang yang terikat dengannya menunggu untuk memutuskan withdraw-nya.',
  stoppedByAdmin: (why: string) => `Dihentikan admin: ${why}`,
  senderSuspended: 'Akun pengirim ditangguhkan.',
  senderLost: 'Sambungan akun pengirim terputus.',
  sessionUnreadable: 'Sesi akun ini tidak dapat dibaca server. Hubungi Admin/CS, lalu sambungkan ulang.',
}

/** Why the one message of a test failed (rule one-off-test), by the reason. */
export const testTexts: Record<FailReason, string> = {
  not_registered: 'Nomor akun ini tidak ada di WhatsApp.',
  restricted: 'WhatsApp sedang membatasi akun ini.',
  rejected: 'WhatsApp menolak pesan ini.',
  unanswered: 'WhatsApp tidak menjawab.',
  content: 'Isi pesan tidak dapat dibuat. Periksa media template.',
}

/** The single answer to somebody who opted out (rule opt-out). */
export const OPT_OUT_ANSWER = 'Baik, Anda tidak akan menerima pesan dari kami lagi.'

/**
 * Mails name nobody: whoever signs up chooses a name and any email, and ours would say that name to whoever has the mailbox
 * (rule mails-without-names).
 */
const GREETING = 'Halo,'
/** The mail about a new device, or a change of what a person signs in with or is paid to (rules sign-ins, step-up). */
export const securityMail = (sentence: string): { subject: string; text: string } => ({
  subject: 'Keamanan akun Anda',
  text: [GREETING, sentence].join('\n\n'),
})

/** The mail with a link to a new password (rule reset-link). */
export const resetMail = (link: string): { subject: string; text: string } => ({
  subject: 'Atur ulang kata sandi',
  text: [
    GREETING,
    'Kami menerima permintaan untuk mengatur ulang kata sandi akun Anda. Buka tautan ini dalam 30 menit:',
    link,
    'Abaikan pesan ini bila Anda tidak memintanya. Kata sandi Anda tidak berubah.',
  ].join('\n\n'),
})

/** The mails about a new email (rule new-email). */
export const newEmailMail = (link: string): { subject: string; text: string } => ({
  subject: 'Konfirmasi email baru',
  text: [
    GREETING,
    'Alamat ini diminta menjadi email akun Anda. Buka tautan ini dalam 24 jam untuk memakainya:',
    link,
    'Abaikan pesan ini bila Anda tidak memintanya.',
  ].join('\n\n'),
})
/** To the mailbox of an email that somebody has already: whoever asked for it gets the same answer as for any other. */
export const emailInUseMail = (): { subject: string; text: string } => ({
  subject: 'Alamat email Anda diminta untuk akun lain',
  text: [
    GREETING,
    'Seseorang meminta alamat ini menjadi email akun lain. Alamat ini sudah menjadi email akun Anda, jadi tidak ada yang berubah.',
    'Anda tidak perlu melakukan apa pun.',
  ].join('\n\n'),
})
export const emailAskedMail = (): { subject: string; text: string } => ({
  subject: 'Email akun Anda akan diganti',
  text: [
    GREETING,
    'Seseorang yang mengetahui kata sandi meminta email akun Anda diganti. Email ini tetap berlaku sampai alamat barunya dikonfirmasi.',
    'Bila bukan Anda, segera ganti kata sandi Anda: permintaan itu lalu batal.',
  ].join('\n\n'),
})
export const emailChangedMail = (): { subject: string; text: string } => ({
  subject: 'Email akun Anda sudah diganti',
  text: [
    GREETING,
    'Email akun Anda sudah diganti, dan alamat ini tidak lagi dipakai untuk masuk.',
    'Bila bukan Anda, segera hubungi Admin/CS.',
  ].join('\n\n'),
})

/** What a stopped person is refused with; they read why (rule person-status). */
export const withReason = (text: string, reason: string): string => `${text} Alasan: ${reason}`

/** To whom an admin closed: no screen can tell them. */
export const closedMail = (reason: string): { subject: string; text: string } => ({
  subject: 'Akun Anda sudah ditutup',
  text: [
    GREETING,
    `Akun Anda ditutup oleh admin. Alasan: ${reason}`,
    'Akun WhatsApp Anda sudah dilepas. Saldo dan permintaan withdraw Anda tetap tercatat. Hubungi Admin/CS bila ada pertanyaan.',
  ].join('\n\n'),
})

/** The texts of the API document. */
export const documentTexts = {
  about:
    'Setiap penolakan memakai bentuk yang sama. Nominal dalam rupiah; bilangan boleh dikirim sebagai angka atau teks (25000, 25.000). Waktu dalam ISO 8601.',
  done: 'Berhasil',
  accepted: 'Diproses sebagai pekerjaan',
  refused: 'Penolakan',
  key: 'Kunci permintaan ini, pilihan: permintaan yang sama dengan kunci yang sama terjadi sekali saja.',
  anybody: 'Umum',
  runner: 'Mesin pengirim',
  roles: (who: string): string => `Peran: ${who}`,
  ownership: {
    none: '',
    user: 'Selain admin dan dev hanya untuk id sendiri.',
    list: 'Selain admin dan dev selalu mendapat miliknya sendiri.',
    body: '`userId` bila dikirim harus id sendiri.',
    account: 'Selain admin dan dev hanya untuk akun sendiri.',
    ownAccount: 'Hanya untuk akun sendiri, apa pun perannya.',
    client: 'Selain admin dan dev hanya untuk WhatsApp ID sendiri.',
    newClient: 'WhatsApp ID baru, atau milik sendiri.',
    withdraw: 'Hanya untuk permintaan withdraw sendiri, apa pun perannya.',
    office: 'Staff hanya bila pengaturan mengizinkannya memproses pembayaran.',
    proof: 'Selain yang memproses pembayaran hanya untuk permintaan withdraw sendiri.',
    check: 'Selain admin dan dev hanya untuk pekerjaan sendiri.',
  },
}
