// Apart from the schemas, because what needs these words alone needs no zod.
/** Why a link attempt ended, each with its own text and next step on the screen (rule linking). */
export const LINK_FAILURES = {
  expired: 'QR atau kode sudah kedaluwarsa. Buat yang baru lalu pindai atau ketik sebelum waktunya habis.',
  wrong_code: 'Kode yang diketik di ponsel salah. Buat kode baru dan ketik dengan teliti.',
  proxy_unavailable: 'Proxy tidak tersedia. Coba lagi.',
  proxy_error: 'Proxy tidak tersedia. Coba lagi.',
  number_taken: 'Nomor ini sudah ditautkan oleh pengguna lain. Minta pengguna itu menghapusnya dahulu.',
  already_yours: 'Nomor ini sudah ada di daftar Anda. Gunakan Sambungkan ulang pada akun itu.',
  other_number: 'Nomor yang dipindai berbeda dari akun ini. Pindai dengan ponsel yang sama.',
  device_limit:
    'Ponsel ini sudah menautkan perangkat sebanyak batas WhatsApp. Hapus satu perangkat tertaut lalu coba lagi.',
  passkey:
    'WhatsApp meminta kunci sandi (passkey) untuk menautkan nomor ini, dan layanan ini belum dapat menjawabnya. Mencoba lagi tidak menolong: tautkan nomor lain.',
  restricted: 'WhatsApp sedang membatasi akun ini. Tunggu batasnya berakhir lalu coba lagi.',
  refused:
    'WhatsApp menolak penautan tanpa memberi alasan. Salah satu sebabnya: akun memakai kunci sandi (passkey). Periksa ponsel Anda lalu coba lagi.',
  number_unknown: 'Nomor ini tidak terdaftar di WhatsApp. Periksa nomornya lalu buat kode lagi.',
  too_many_codes: 'WhatsApp membatasi permintaan kode untuk nomor ini. Tunggu sebentar, atau tautkan dengan QR.',
  version_refused:
    'WhatsApp menolak versi aplikasi di server kami. Hubungi Admin/CS, lalu coba lagi setelah diperbarui.',
  no_answer: 'WhatsApp tidak menjawab. Periksa sambungan ponsel Anda lalu coba lagi.',
  no_runner: 'Belum ada mesin pengirim yang bebas. Coba lagi sebentar lagi.',
  cancelled: 'Penautan dibatalkan.',
} as const
export type LinkFailure = keyof typeof LINK_FAILURES
