// Money by day, week, month and member (rule money-periods).
export const moneyPeriodTexts = {
  title: 'Laporan Keuangan',
  link: 'Per bulan',
  lead: 'Pendapatan dan referal dihitung pada hari pesannya, bonus dan withdraw pada harinya sendiri (WIB).',
  membersLead: (span: string) =>
    `Yang berpendapatan paling besar di atas. Paling lama 31 hari sekaligus${span && `; sekarang ${span}`}.`,
  table: 'Keuangan per periode',
  members: { table: 'Keuangan per member', search: 'Cari', searchHint: 'Sebagian nama member' },
  loadFailed: 'Laporan keuangan tidak dapat dimuat.',
  empty: 'Tidak ada uang yang bergerak pada hari-hari ini.',
  view: 'Menurut',
  views: { month: 'Per bulan', week: 'Per minggu', day: 'Per hari', members: 'Per member' },
  span: (from: string, to: string) => `${from} – ${to}`,
  sum: 'Jumlah',
  unknown: 'Pengguna terhapus',
  columns: {
    period: 'Periode',
    name: 'Member',
    messages: 'Pesan',
    income: 'Pendapatan',
    referral: 'Referal',
    bonus: 'Bonus',
    earned: 'Biaya',
    perMessage: 'Per pesan',
    withheld: 'Ditahan',
    paid: 'Dibayar',
  },
} as const
