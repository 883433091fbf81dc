// Daftar Referal.
export const referralTexts = {
  title: 'Daftar Referal',
  totalTitle: (total: string) => `Total Referal ${total}`,
  /** What the referrer gets, from what, for how long, and at whose cost. */
  terms: (percent: string) =>
    percent === '0'
      ? 'Saat ini belum ada bonus referal.'
      : `Anda mendapat ${percent}% dari pendapatan blast setiap orang yang mendaftar lewat tautan Anda, selama ia mengirim. Pendapatannya sendiri tidak berkurang.`,
  loadFailed: 'Error fetching Referral list',
  columns: { name: 'Nama', email: 'Email', income: 'Pendapatan' },
  emptyMember:
    'Bagikan tautan referal Anda. Sebagian pendapatan orang yang mendaftar lewat tautan itu menjadi milik Anda.',
  emptyAdmin: 'Belum ada member yang mendaftar dengan kode referal.',
  copy: 'Salin tautan',
  copied: 'Tautan referal disalin.',
  copyFailed: 'Tautan tidak dapat disalin. Salin dari halaman Profil.',
  share: 'Bagikan ke WhatsApp',
  shareText: (link: string) =>
    `Halo! Saya meminjamkan akun WhatsApp di WA Blaster dan mendapat pendapatan dari setiap pesan yang terkirim. Daftar lewat tautan saya: ${link}`,
} as const
