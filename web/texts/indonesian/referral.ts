// Daftar Referal.
export const referralTexts = {
  title: 'Daftar Referal',
  totalTitle: (total: string) => `Total Referal ${total}`,
  loadFailed: 'Error fetching Referral list',
  columns: { name: 'Nama', email: 'Email', income: 'Pendapatan' },
  emptyMember:
    'Bagikan link referral Anda. Sebagian pendapatan orang yang mendaftar lewat link itu menjadi milik Anda.',
  emptyAdmin: 'Belum ada member yang mendaftar dengan kode referal.',
  toProfile: 'Ambil link referral',
} as const
