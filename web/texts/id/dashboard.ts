// Home, for members and for the office.
export const dashboardTexts = {
  memberTitle: 'Dashboard Member',
  memberGreeting: (name: string) => `Hai, ${name}...`,
  announcement: 'Pengumuman',
  loading: 'Memuat angka',
  failed: 'Angka belum dapat dimuat.',
  connected: 'TOTAL WHATSAPP YANG AKTIF',
  disconnected: 'TOTAL WHATSAPP YANG TIDAK AKTIF',
  success: 'TOTAL BLAST YANG SUKSES',
  fail: 'TOTAL BLAST YANG GAGAL',
  income: 'TOTAL PENDAPATAN HARI INI',
  balance: 'TOTAL SISA SALDO AKUN',
  bonus: 'TOTAL BONUS',
  adminTitle: 'Dashboard',
  adminGreeting: (firstName: string) => `Hai, ${firstName}`,
  adminLead: 'Pilih bagian yang ingin Anda kelola.',
  adminTiles: 'Bagian',
} as const
