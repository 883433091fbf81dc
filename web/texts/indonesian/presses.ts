// What became of a press whose answer was lost.
export const pressTexts = {
  checking: 'Belum pasti apakah ini terjadi. Kami periksa; biarkan halaman ini terbuka.',
  notHappened: 'Tidak terjadi, dan tidak ada yang berubah. Silakan coba lagi.',
  happened: 'Berhasil, tetapi jawabannya hilang di jalan. Muat ulang halaman untuk melihat hasilnya.',
} as const
