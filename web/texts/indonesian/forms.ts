// What forms say beside the contract's words about a field.
export const formTexts = {
  error: (text: string) => `Error: ${text}`,
  booked: (amount: string) => `Akan dicatat ${amount}`,
  sure: 'Apakah Anda yakin ?',
  leaveTitle: 'Perubahan belum disimpan',
  leaveText: 'Yang Anda isi akan hilang bila Anda pergi dari formulir ini.',
  leaveYes: 'Buang perubahan',
  leaveNo: 'Tetap di sini',
  presentPassword: 'Kata sandi Anda sekarang',
  presentPasswordHint: 'Diminta karena perubahan ini hanya boleh dilakukan oleh Anda sendiri.',
  presentPasswordMissing: 'Tulis kata sandi Anda sekarang.',
  searching: 'Mencari...',
  nothingFound: 'Tidak ada yang cocok.',
  othersUnsaved: 'Sudah disimpan. Isian lain di layar ini belum disimpan, jadi layar ini tetap terbuka.',
} as const
