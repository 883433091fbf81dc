// All withdraws wait, because the place pays far more than usual.
export const payHoldTexts = {
  held: (since: string) =>
    `Semua withdraw ditahan sejak ${since} WIB, karena pendapatan per jam lebih dari 3 kali yang biasa.`,
  figures: (now: string, usual: string) => `Sejam terakhir ${now}, biasanya paling banyak ${usual}.`,
  staff: 'Jangan transfer dahulu. Admin memeriksanya.',
  admin: 'Jangan transfer dahulu. Periksa harga, level, dan tarif yang baru diubah, lalu lepas bila benar.',
  lift: 'Lepas',
  title: 'Lepas semua withdraw',
  lead: 'Anda menyatakan bahwa pendapatan ini benar. Withdraw dapat diterima dan dibayar lagi.',
  hint: 'Masuk ke catatan audit dan keamanan.',
  done: 'Withdraw dapat diproses lagi.',
} as const
