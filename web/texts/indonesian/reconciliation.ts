// Whether every balance equals the ledger.
export const reconciliationTexts = {
  title: 'Rekonsiliasi',
  lead: 'Saldo setiap orang dibandingkan dengan jumlah semua entri buku dan yang belum dibukukan.',
  loadFailed: 'Rekonsiliasi tidak dapat dimuat.',
  equal: 'Semua saldo sama dengan bukunya.',
  unequal: (count: string) =>
    `${count} saldo berbeda dari bukunya. Jangan setujui withdraw orang-orang ini sebelum sebabnya diketahui, dan hubungi Dev.`,
  balance: 'Jumlah saldo',
  sum: 'Jumlah buku',
  difference: 'Selisih',
  table: 'Saldo yang berbeda',
  columns: { name: 'Nama', balance: 'Saldo', sum: 'Buku', difference: 'Selisih', action: 'Action' },
  unknown: 'Pengguna terhapus',
  statement: 'Lihat mutasi',
  statementOf: (name: string) => `Lihat mutasi ${name}`,
} as const
