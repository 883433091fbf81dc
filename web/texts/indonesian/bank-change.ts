// Who changed a member's bank details last.

export const bankChangeTexts = {
  filled: (who: string, at: string) => `Rekening diisi oleh ${who}, ${at}.`,
  changed: (who: string, at: string) => `Rekening diubah oleh ${who}, ${at}.`,
  member: 'member ini',
  somebody: 'seseorang',
  second: (at: string) => `Sampai ${at} perlu persetujuan orang kedua, karena rekeningnya baru diganti.`,
  network:
    'Anda dan member ini masuk dari jaringan yang sama. Jaringan dapat dipakai banyak orang, jadi ini tidak menghalangi.',
}
