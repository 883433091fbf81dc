// The bell, its list, and what a person chooses about notices. The sentences themselves are the contract's.
export const noticeTexts = {
  title: 'Notifikasi',
  /** The bell's name. */
  bell: (unread: number) => (unread > 0 ? `Notifikasi, ${unread} belum dibaca` : 'Notifikasi'),
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
} as const
