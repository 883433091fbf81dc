// Words of money in files: heads of columns, stored values, and what is wrong with the rows of a payout's result.

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

const SUMS = [
  'Pesan',
  'Pendapatan',
  'Referal',
  'Bonus',
  'Jumlah',
  'Biaya per pesan',
  'Ditahan untuk withdraw',
  'Dibayar',
] as const

/** What money is called in files for spreadsheets: heads of columns, in order, and words for stored values. */
export const moneyFileTexts = {
  withdraws: ['Tanggal', 'Member', 'Nominal', 'Status', 'Bank', 'Nomor', 'Nama pemilik', 'Diproses', 'Oleh', 'Alasan'],
  statement: ['Tanggal', 'Dibukukan', 'Keterangan', 'Jumlah', 'Saldo sesudahnya'],
  incomeDays: ['Tanggal', 'Akun', 'Nomor', 'Pesan dibayar', 'Pesan ditarik', 'Pendapatan'],
  periods: ['Dari', 'Sampai', ...SUMS],
  memberMoney: ['ID', 'Member', ...SUMS],
  kinds: MONEY_KINDS,
  files: { statement: 'mutasi', incomeDays: 'pendapatan', periods: 'keuangan', memberMoney: 'keuangan-member' },
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
