// What forms say about their fields when the contract has no words of its own.
const whole = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 })

export const formTexts = {
  required: 'Wajib diisi.',
  number: 'Isi dengan angka.',
  whole: 'Isi dengan bilangan bulat.',
  least: (minimum: number) => `Paling kecil ${whole.format(minimum)}.`,
  most: (maximum: number) => `Paling besar ${whole.format(maximum)}.`,
  shortest: (minimum: number | bigint) => `Minimal ${minimum} karakter.`,
  longest: (maximum: number | bigint) => `Paling panjang ${maximum} karakter.`,
  email: 'Invalid email format.',
  url: 'Tulis alamat lengkap, misalnya https://t.me/nama.',
  invalid: 'Isian tidak sah.',
  error: (text: string) => `Error: ${text}`,
  delete: 'Hapus',
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
