// Words of stops in files for spreadsheets: heads of columns, and stored values.
export const stopFileTexts = {
  heads: ['Nomor', 'LID', 'Lewat', 'Oleh', 'Keterangan', 'Sejak (WIB)'],
  via: {
    reply: 'Balasan pesan',
    button: 'Tombol berhenti',
    page: 'Halaman berhenti',
    dispute: 'Tidak pernah setuju',
    admin: 'Admin',
    import: 'Berkas',
  },
} as const
