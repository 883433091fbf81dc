// What became of a press whose answer was lost.
export const pressTexts = {
  checking: 'Belum pasti apakah ini terjadi. Kami periksa; biarkan halaman ini terbuka.',
  notHappened: 'Tidak terjadi, dan tidak ada yang berubah. Silakan coba lagi.',
  happened: 'Berhasil, tetapi jawabannya hilang di jalan. Layar ini dibaca ulang.',
  partly: 'Baru terjadi sebagian. Layar ini dibaca ulang; ulangi untuk sisanya.',
} as const
