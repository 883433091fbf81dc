// The strip above every screen that tells of a pause.
export const pauseStripTexts = {
  stripLabel: 'Keterangan jeda',
  strip: (by: string, since: string, reason: string) =>
    `Semua pengiriman dijeda ${by === '' ? 'admin' : by} sejak ${since}: ${reason}`,
  stripNote: 'Blast menunggu dan lanjut sendiri setelah jeda berakhir.',
  stripLink: 'Buka jeda',
  ownLabel: 'Keterangan jeda Anda',
  ownStrip: (by: string, since: string, reason: string) =>
    `Anda dijeda ${by === '' ? 'admin' : by} sejak ${since}: ${reason}`,
  ownNote: 'Mengirim pesan dan menarik saldo dihentikan dahulu. Hubungi Admin/CS.',
} as const
