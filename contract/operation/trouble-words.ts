// What a trouble is about and its figures in Indonesian, for alerts and /status; their English is in web/texts/english/status.ts, where one
// that has none does not compile.
import type { TroubleFigures } from './troubles.ts'

/** Which one of several a trouble is about. Those that are not here are ids and names. */
export const SUBJECT_TEXTS = {
  settlements: 'hasil pesan',
  imports: 'impor',
  accountsToWake: 'akun yang harus dibangunkan',
  validatorFiles: 'berkas validator',
  pushes: 'notifikasi ke perangkat',
  erasures: 'penghapusan data orang',
  minute: 'jadwal menit',
  hour: 'jadwal jam',
  record: 'penutupan catatan harian',
  numbers: 'nomor',
  proxies: 'proxy',
  api: 'jawaban API',
  sessions: 'sesi tersambung',
  mailSender: 'alamat pengirim ditolak',
} as const
export const FIGURE_TEXTS: Record<keyof TroubleFigures, (value: string) => string> = {
  accounts: (value) => `${value} akun`,
  messages: (value) => `${value} pesan antrean`,
  people: (value) => `${value} orang berhenti`,
  rows: (value) => `${value} baris`,
  proxies: (value) => `${value} proxy`,
  runners: (value) => `${value} mesin pengirim tanpa kunci itu`,
  mails: (value) => `${value} mail`,
  containers: (value) => `${value} kontainer`,
  of: (value) => `dari ${value}`,
  minutes: (value) => `${value} menit`,
  seconds: (value) => `${value} detik`,
  percent: (value) => `${value}%`,
  megabytes: (value) => `${value} MB`,
  rupiah: (value) => `Rp ${value}`,
  usual: (value) => `biasanya Rp ${value}`,
}
