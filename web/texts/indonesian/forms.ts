// What forms say beside the contract's words about a field.
export const formTexts = {
  error: (text: string) => `Error: ${text}`,
  booked: (amount: string) => `Akan dicatat ${amount}`,
  sure: 'Apakah Anda yakin ?',
  searching: 'Mencari...',
  nothingFound: 'Tidak ada yang cocok.',
  othersUnsaved: 'Sudah disimpan. Isian lain di layar ini belum disimpan, jadi layar ini tetap terbuka.',
} as const
