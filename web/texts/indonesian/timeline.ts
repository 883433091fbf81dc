// What was sent to a number when, by which account (rule timeline).
export const timelineTexts = {
  title: 'Riwayat kiriman',
  failed: 'Riwayat kiriman tidak dapat dimuat.',
  columns: { at: 'Waktu', what: 'Kejadian', account: 'Akun', consent: 'Persetujuan' },
  never: 'Nomor ini belum pernah dikirimi.',
  unknown: (moment: string) =>
    `Terakhir dikirimi ${moment}, tetapi akun yang mengirim tidak tercatat: pencatatannya baru ada sejak versi ini.`,
  nothing: 'Akun yang ditanya tidak menyimpan apa pun tentang nomor ini.',
  asked: {
    last: (name: string) => `Ditanya: ${name}, yang terakhir mengirim ke nomor ini.`,
    holds: (name: string) => `Ditanya: ${name}, yang sedang memegang nomor ini.`,
  },
  silent: (name: string) => `${name} tidak menjawab; yang dicatatnya tidak ada di sini.`,
  cut: (name: string) => `${name} menyimpan lebih banyak; yang terlama tidak ditunjukkan.`,
  reach: (day: string) => `Akun menyimpan pesan sejak ${day}, permintaan berhenti dan pertanyaan satu hari.`,
  others: 'Akun lain yang pernah mengirim sebelumnya dan kampanye yang sudah lama selesai belum ditanya.',
  askAll: 'Tanya semua akun',
  askedSoFar: (accounts: string) => `${accounts} akun sudah ditanya.`,
  askedAll: (accounts: string) => `Semua ${accounts} akun sudah ditanya, juga kampanye yang sudah lama selesai.`,
  silentMany: (count: string, names: string) =>
    `${count} tidak menjawab, di antaranya ${names}; yang dicatatnya tidak ada di sini.`,
  consent: (source: string, day: string) => `${source}, ${day}`,
  noConsent: 'Tidak tercatat',
  kinds: {
    stop: 'Minta berhenti',
    doubt: 'Balasan yang mungkin berhenti',
    info: 'Bertanya apa yang dicatat',
    opt_in: 'Minta pesan lagi',
  } as Record<string, string>,
  outcomes: {
    success: 'Pesan terkirim',
    fail: 'Pesan gagal',
    pending: 'Pesan sedang dikirim',
    unknown: 'Pesan belum dijawab WhatsApp',
  } as Record<string, string>,
  delivered: (when: string) => `sampai ${when}`,
  read: (when: string) => `dibaca ${when}`,
  revoked: (when: string) => `dihapus pengirimnya ${when}`,
  oneOff: 'pesan blaster',
  campaigns: 'Di kampanye',
  campaignColumns: {
    campaign: 'Kampanye',
    state: 'Hasil',
    at: 'Waktu',
    came: 'Dibaca / Dijawab',
    template: 'Template',
  },
} as const
