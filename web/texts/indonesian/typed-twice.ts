// An amount that is far above the usual is typed a second time.
export const typedTwiceTexts = {
  title: 'Ketik sekali lagi',
  rupiah: 'Jumlah yang sama (Rp)',
  percent: 'Persen yang sama',
  differs: 'Tidak sama dengan yang pertama. Kembali dan periksa jumlahnya.',
  send: 'Ya, jumlahnya benar',
} as const
