// What forms say beside the contract's words about a field.
export const formTexts = {
  error: (text: string) => `Error: ${text}`,
  booked: (amount: string) => `Akan dicatat ${amount}`,
  deleteFailed: 'Data tidak dapat dihapus. Coba lagi.',
  add: 'Tambah',
  sure: 'Apakah Anda yakin ?',
  search: 'Cari',
  searching: 'Mencari...',
  nothingFound: 'Tidak ada yang cocok.',
  noMatch: 'Tidak ada yang cocok dengan pencarian ini.',
  action: 'Action',
} as const
