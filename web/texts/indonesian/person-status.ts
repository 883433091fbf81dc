// Pausing, closing and opening a person, and closing one's own account (rules person-status, close-own, own-data).
export const personTexts = {
  filter: 'Status',
  filters: { all: 'Semua status', active: 'Aktif', paused: 'Dijeda', closed: 'Ditutup' },
  statuses: { active: 'Aktif', paused: 'Dijeda', closed: 'Ditutup' },
  title: 'Status orang ini',
  now: {
    active: 'Dapat masuk, mengirim pesan dan menarik saldo.',
    paused: 'Dapat masuk dan melihat semuanya, tetapi tidak mengirim pesan dan tidak menarik saldo.',
    closed: 'Tidak dapat masuk. Akun WhatsApp-nya sudah dilepas; saldonya tetap tercatat.',
  },
  since: (by: string, since: string) => `Oleh ${by === '' ? 'admin' : by} sejak ${since}`,
  reason: (text: string) => `Alasan: ${text}`,
  reasonHint: 'Dibaca orang ini dan tercatat di audit.',
  pause: 'Jeda orang ini',
  pauseTitle: (name: string) => `Jeda ${name}?`,
  pauseLead:
    'Semua akun WhatsApp-nya berhenti mengirim di tempatnya dan lanjut sendiri setelah jeda dicabut. Permintaan withdraw yang menunggu tidak dapat diterima selama itu.',
  pauseDone: 'Orang ini dijeda.',
  close: 'Tutup akun',
  closeTitle: (name: string) => `Tutup akun ${name}?`,
  closeLead:
    'Ia keluar dari semua perangkat sekarang juga dan tidak dapat masuk lagi. Blast-nya dihentikan dan akun WhatsApp-nya dilepas. Saldo tetap tercatat, dan permintaan withdraw yang menunggu tetap dapat diputuskan.',
  closeDone: 'Akun sudah ditutup.',
  open: 'Aktifkan lagi',
  openTitle: (name: string) => `Aktifkan ${name} lagi?`,
  openPaused: 'Blast yang menunggu lanjut sendiri, dan withdraw kembali dapat diajukan.',
  openClosed: 'Ia dapat masuk lagi. Akun WhatsApp-nya harus ditautkan ulang.',
  openDone: 'Orang ini aktif lagi.',
  failed: (text: string) => `Status tidak dapat diubah: ${text}`,
  waitsPaused: 'Member dijeda',
  waitsPausedHint: (reason: string) => `Baru dapat diterima setelah jedanya dicabut. Alasan jeda: ${reason}`,
  ownTitle: 'Data dan akun saya',
  ownLead:
    'Unduh semua yang kami simpan tentang Anda: profil, akun, mutasi, withdraw, bonus, referal, sesi masuk, notifikasi.',
  download: 'Unduh data saya',
  fileName: 'data-saya.json',
  ownClose: 'Tutup akun saya',
  ownCloseTitle: 'Tutup akun Anda?',
  ownCloseLead:
    'Anda keluar dari semua perangkat dan tidak dapat masuk lagi. Blast dihentikan dan akun WhatsApp Anda dilepas. Tarik dahulu saldo Anda: akun dengan saldo yang masih dapat ditarik, atau dengan withdraw yang menunggu, tidak dapat ditutup. Sisa di bawah minimal penarikan tidak dibayarkan.',
  ownCloseYes: 'Ya, tutup akun saya',
  ownCloseDone: 'Akun Anda sudah ditutup.',
} as const
