// The bell and its list; what a person chooses is in notice-settings.ts. The sentences themselves are the contract's.
export const noticeTexts = {
  title: 'Notifikasi',
  /** The bell's name. */
  bell: (unread: number) => (unread > 0 ? `Notifikasi, ${unread} belum dibaca` : 'Notifikasi'),
  /** After it, for who has an inbox in which something waits. */
  waiting: (count: string) => `, ${count} menunggu Anda`,
  toInbox: (count: string) => `${count} menunggu Anda`,
  many: '99+',
  arrived: 'Ada notifikasi baru.',
  readAll: 'Tandai semua dibaca',
  allRead: 'Semua sudah dibaca',
  unread: 'Belum dibaca.',
  more: 'Muat yang lebih lama',
  empty: 'Belum ada notifikasi.',
  emptyNote: 'Kabar tentang akun, blast, dan withdraw Anda muncul di sini.',
  failed: 'Notifikasi tidak dapat dimuat.',
  retry: 'Coba lagi',
  settings: 'Atur notifikasi',
} as const
