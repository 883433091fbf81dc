// What waits for a person of the office: the inbox, the bell and home.
import type { InboxKind, InboxSort } from '../../../contract/operation/inbox.ts'

/** note: of a payout its number, of a trouble which one of several, of a restricted account until when; empty: nothing. */
type Row = { what: (name: string, note: string) => string; act: string }
const rows: Record<InboxSort, Row> = {
  trouble: { what: (name, note) => (note === '' ? name : `${name}: ${note}`), act: 'Lihat langkahnya' },
  approval_bonus: { what: (name) => `Bonus untuk ${name}, orang kedua`, act: 'Setujui atau tolak' },
  approval_price: { what: (name) => `Harga per pesan ${name}, orang kedua`, act: 'Setujui atau tolak' },
  approval_level: { what: () => 'Harga level, orang kedua', act: 'Setujui atau tolak' },
  approval_withdraw: { what: (name) => `Withdraw ${name}, orang kedua`, act: 'Setujui atau tolak' },
  approval_return: { what: (name) => `Withdraw ${name} dikembalikan bank, orang kedua`, act: 'Setujui atau tolak' },
  approval_setting: { what: () => 'Pengaturan batas atau harga, orang kedua', act: 'Setujui atau tolak' },
  approval_lift: { what: () => 'Nomor keluar dari Daftar Berhenti, orang kedua', act: 'Setujui atau tolak' },
  payout_approve: { what: (_, number) => `Batch ${number}, orang kedua`, act: 'Setujui batch' },
  payout_fetch: { what: (_, number) => `Batch ${number} belum diunduh`, act: 'Unduh berkas bank' },
  payout_result: { what: (_, number) => `Batch ${number} menunggu hasil bank`, act: 'Unggah hasil bank' },
  withdraw_decide: { what: (name) => `Withdraw ${name}`, act: 'Terima atau tolak' },
  withdraw_transfer: { what: (name) => `Withdraw ${name} belum ditransfer`, act: 'Catat transfer' },
  source_held: { what: (name) => `Sumber persetujuan “${name}” ditahan`, act: 'Periksa bukti' },
  campaign_stopped: { what: (name) => `Kampanye “${name}” berhenti sendiri`, act: 'Lihat sebabnya' },
  data_request: { what: () => 'Penghapusan data seseorang belum selesai', act: 'Buka permintaan data' },
  check_held: { what: (name) => `Withdraw ${name} ditahan`, act: 'Periksa member' },
  check_listed: { what: (name) => `${name} perlu diperiksa`, act: 'Periksa member' },
  suspended: { what: (name) => `Akun ${name} ditangguhkan`, act: 'Aktifkan akun' },
  restricted: {
    what: (name, until) => `Akun ${name} dibatasi WhatsApp${until === '' ? '' : ` sampai ${until}`}`,
    act: 'Lihat akun',
  },
}
const kinds: Record<InboxKind, (count: string) => string> = {
  trouble: (count) => `${count} gangguan`,
  approval: (count) => `${count} persetujuan`,
  payout: (count) => `${count} batch pembayaran`,
  withdraw: (count) => `${count} withdraw`,
  source: (count) => `${count} sumber ditahan`,
  campaign: (count) => `${count} kampanye yang berhenti sendiri`,
  data_request: (count) => `${count} permintaan data`,
  check: (count) => `${count} member untuk diperiksa`,
  suspended: (count) => `${count} akun ditangguhkan`,
  restricted: (count) => `${count} akun dibatasi`,
}

export const inboxTexts = {
  title: 'Yang menunggu Anda',
  lead: 'Yang lama dan bernilai besar di atas. Sebuah baris hilang begitu selesai.',
  all: 'Lihat semua',
  first: 'Yang pertama',
  waiting: (count: string) => `${count} menunggu Anda`,
  kindsLabel: 'Menurut jenis',
  kinds,
  rows,
  actOn: (act: string, what: string) => `${act}: ${what}`,
  waits: (duration: string) => `Menunggu ${duration}`,
  justNow: 'Baru saja',
  /** Of an account. */
  still: (duration: string) => `Tidak mengirim ${duration}`,
  cut: (shown: string, count: string) => `${shown} teratas dari ${count}. Sisanya di daftar masing-masing.`,
  empty: 'Tidak ada yang menunggu Anda',
  emptyNote:
    'Di sini akan muncul withdraw, persetujuan orang kedua, batch pembayaran, sumber persetujuan yang ditahan, kampanye yang berhenti sendiri, permintaan data, member untuk diperiksa, akun yang berhenti, dan gangguan, masing-masing dengan tombolnya.',
  emptyNoteStaff:
    'Di sini akan muncul withdraw, batch pembayaran, dan persetujuan orang kedua, masing-masing dengan tombolnya.',
} as const
