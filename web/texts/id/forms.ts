// What forms say beside the contract's words about a field.
export const formTexts = {
  error: (text: string) => `Error: ${text}`,
  delete: 'Delete',
  deleting: 'Deleting...',
  deleteFailed: 'Data tidak dapat dihapus. Coba lagi.',
  edit: 'Edit',
  add: 'Tambah',
  sure: 'Apakah Anda yakin ?',
  search: 'Cari',
  searching: 'Mencari...',
  nothingFound: 'Tidak ada yang cocok.',
  noMatch: 'Tidak ada yang cocok dengan pencarian ini.',
  action: 'Action',
} as const
