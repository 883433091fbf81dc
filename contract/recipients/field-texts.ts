// What the server says of fields of recipients (rule recipient-fields).
export const FIELD_TEXTS = {
  key: 'Gunakan huruf kecil, angka, dan garis bawah, misalnya kota.',
  reserved: 'Nama kolom ini sudah dipakai. Pilih nama lain.',
  twice: 'Dua kolom memberi isian yang sama. Simpan salah satu saja.',
  full: 'Paling banyak 20 kolom tambahan dapat disimpan. Hapus yang tidak dipakai.',
  csvOnly: 'Kolom tambahan hanya dapat disimpan dari berkas CSV.',
  leaving: 'Kolom dengan nama ini baru dihapus dan isinya sedang dibersihkan. Coba lagi dalam satu jam.',
  gone: 'Kolom tambahan ini sudah dihapus. Muat ulang halaman ini.',
  stopped: 'Orang ini minta berhenti: isi kolom tambahannya hanya bisa dikosongkan.',
  ofCampaign:
    'Kolom ini dipakai kampanye yang sedang dimulai, atau yang penerimanya diperbarui tiap jam. Coba lagi setelahnya.',
  inUse: 'Kolom ini masih dipakai template aktif atau pesan yang sedang dikirim.',
} as const
/** @param names of segments */
export const fieldUsedBy = (names: readonly string[]): string =>
  `Kolom ini dipakai segmen ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` dan ${names.length - 3} lainnya` : ''}. Ubah segmen itu dahulu.`
/** @param one its place from 1, and its name in the file */
export const twoNumbersText = (one: [at: number, name: string], other: [at: number, name: string]): string =>
  `Kolom ${one[0]} (“${one[1]}”) dan kolom ${other[0]} (“${other[1]}”) sama-sama nomor. Pilih salah satu, atau hapus yang lain dari berkas.`
