// What a lost line, or a silent server, means for who reads. Loaded beside the strip that says since when.
export const lostLineTexts = {
  line: {
    long: 'Yang tampil adalah keadaan saat itu, dan tidak ada yang dikirim sampai sambungan kembali. Blast yang berjalan tetap dikirim server.',
    short: 'Yang tampil adalah keadaan saat itu. Blast tetap berjalan di server.',
  },
  server: {
    long: 'Sambungan internet Anda baik. Yang tampil adalah keadaan saat itu, dan tidak ada yang dikirim. Halaman ini lanjut sendiri begitu server menjawab.',
    short: 'Internet Anda baik. Halaman ini lanjut sendiri begitu server menjawab.',
  },
  unknown: {
    long: 'Yang tampil adalah keadaan saat itu, dan tidak ada yang dikirim. Sebabnya sedang diperiksa.',
    short: 'Yang tampil adalah keadaan saat itu. Sebabnya sedang diperiksa.',
  },
} as const
