// Daftar Referal.
export const referralTexts = {
  title: 'Daftar Referal',
  totalTitle: (total: string) => `Total Referal ${total}`,
  loadFailed: 'Error fetching Referral list',
  columns: { name: 'Nama', email: 'Email', income: 'Pendapatan' },
  emptyMember:
    'Bagikan tautan referal Anda. Sebagian pendapatan orang yang mendaftar lewat tautan itu menjadi milik Anda.',
  emptyAdmin: 'Belum ada member yang mendaftar dengan kode referal.',
  toProfile: 'Ambil tautan referal',
} as const
