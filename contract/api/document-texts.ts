// The texts of the API document.

/** The texts of the API document. */
export const documentTexts = {
  about:
    'Setiap penolakan memakai bentuk yang sama. Nominal dalam rupiah; bilangan boleh dikirim sebagai angka atau teks (25000, 25.000). Waktu dalam ISO 8601.',
  done: 'Berhasil',
  accepted: 'Diproses sebagai pekerjaan',
  refused: 'Penolakan',
  key: 'Kunci permintaan ini, pilihan: permintaan yang sama dengan kunci yang sama terjadi sekali saja.',
  anybody: 'Umum',
  runner: 'Mesin pengirim',
  roles: (who: string): string => `Peran: ${who}`,
  ownership: {
    none: '',
    user: 'Selain admin dan dev hanya untuk id sendiri.',
    list: 'Selain admin dan dev selalu mendapat miliknya sendiri.',
    body: '`userId` bila dikirim harus id sendiri.',
    account: 'Selain admin dan dev hanya untuk akun sendiri.',
    ownAccount: 'Hanya untuk akun sendiri, apa pun perannya.',
    client: 'Selain admin dan dev hanya untuk WhatsApp ID sendiri.',
    newClient: 'WhatsApp ID baru, atau milik sendiri.',
    withdraw: 'Hanya untuk permintaan withdraw sendiri, apa pun perannya.',
    office: 'Staff hanya bila pengaturan mengizinkannya memproses pembayaran.',
    proof: 'Selain yang memproses pembayaran hanya untuk permintaan withdraw sendiri.',
    check: 'Selain admin dan dev hanya untuk pekerjaan sendiri.',
  },
}
