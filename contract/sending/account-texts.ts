// Why an account's work ended or waits, and what a recipient is answered.
import type { FailReason } from './last-run.ts'

/** Why an account's work ended or waits. */
export const accountTexts = {
  alwaysLate:
    'Pesan terus terlambat keluar dari server kami dan tidak ada yang terkirim. Mulai lagi nanti, atau hubungi Admin/CS.',
  noTemplate: 'Belum ada template pesan yang aktif.',
  stoppedByAdmin: (why: string) => `Dihentikan admin: ${why}`,
  senderSuspended: 'Akun pengirim ditangguhkan.',
  senderRests: 'Akun ini sedang beristirahat: terlalu banyak penerimanya berhenti atau tidak menerima pesan.',
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

/** Why somebody's message failed (rule one-off-people), by the reason. */
export const failTexts: Record<FailReason, string> = {
  ...testTexts,
  not_registered: 'Nomor ini tidak ada di WhatsApp.',
  restricted: 'WhatsApp sedang membatasi akun pengirim.',
}

/** The single answer to somebody who opted out (rule opt-out). */
export const OPT_OUT_ANSWER = 'Baik, Anda tidak akan menerima pesan dari kami lagi.'
/** The answer to INFO (rule info-answer). */
export const INFO_ANSWER = (link: string): string =>
  `Yang kami catat tentang nomor Anda, dan cara menunda, berhenti, membantah, atau menghapusnya: ${link}`
/** The answer to a keyword (rule opt-in-message), once a day. */
export const OPT_IN_ANSWER = (title: string): string =>
  `Terima kasih, Anda terdaftar untuk “${title}”. Balas BERHENTI kapan saja untuk berhenti.`
export const ENDED_ANSWER = (title: string): string =>
  `“${title}” sudah berakhir, jadi Anda tidak didaftarkan dan tidak dikirimi pesan.`
/** The answer to a form's code that is over, of somebody else, or made up (rule form-consent). */
export const FORM_OVER_ANSWER = (title: string, keyword: string): string =>
  `Formulir ini tidak berlaku lagi, jadi Anda belum terdaftar untuk “${title}”. Isi formulirnya sekali lagi, atau tulis sendiri: ${keyword}`
/** Asked once of somebody whose long reply holds words of stopping (rule own-words). */
export const DOUBT_QUESTION =
  'Apakah Anda ingin berhenti menerima pesan dari kami? Balas BERHENTI, dan kami tidak akan mengirim lagi. Selama satu hari kami tidak mengirim apa pun kepada Anda.'
