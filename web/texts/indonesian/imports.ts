// Which column of an uploaded CSV holds what.
export const importTexts = {
  title: 'Kolom berkas',
  lead: 'Pilih isi setiap kolom.',
  unclear: 'Judul kolom berkas ini tidak dikenali. Pilih kolom yang berisi nomor sebelum mengunggah.',
  preview: 'Baris pertama berkas',
  clear: (number: string, name: string | null) =>
    name === null ? `Nomor dari kolom “${number}”.` : `Nomor dari kolom “${number}”, nama dari kolom “${name}”.`,
  change: 'Ubah kolom',
  fields: { number: 'Kolom nomor', name: 'Kolom nama', consent: 'Kolom sumber persetujuan', tag: 'Kolom label' },
  consentHint: 'Baris yang kosong memakai sumber persetujuan di bawah.',
  tagHint: 'Label yang belum ada dibuat.',
  tag: 'Label untuk semua baris',
  tagAllHint: 'Boleh kosong. Yang sudah ada di daftar mendapat label ini juga.',
  notKept: (names: string) => `Tidak disimpan: ${names}.`,
  keep: 'Simpan juga kolom ini untuk teks pesan',
  keepAs: (name: string, key: string) => `${name}: ${key}`,
  columnAt: (place: number, first: string) => (first === '' ? `Kolom ${place}` : `Kolom ${place} (${first})`),
  pick: 'Pilih kolom',
  noColumn: 'Tidak ada',
  unused: 'tidak dipakai',
  header: 'Baris pertama adalah judul kolom, bukan nomor',
  numberRequired: 'Pilih kolom yang berisi nomor.',
  reading: 'Membaca berkas...',
  fileEmpty: 'Berkas ini kosong. Pilih berkas yang berisi daftarnya.',
  fileUnreadable: 'Berkas ini tidak dapat dibaca. Pilih sekali lagi; bila tetap gagal, simpan ulang sebagai CSV UTF-8.',
  noText: 'Isi berkas ini bukan teks, jadi bukan daftar. Pilih berkas yang berisi daftarnya.',
  brokenLetter: (line: string) =>
    `Ada huruf rusak di baris ${line} berkas ini. Perbaiki huruf itu, simpan sebagai CSV UTF-8, lalu pilih lagi.`,
  readAs: (encoding: string, sample: string) =>
    sample === ''
      ? `Dibaca sebagai ${encoding}.`
      : `Dibaca sebagai ${encoding}. Periksa hurufnya: “${sample}”. Bila salah, simpan ulang sebagai CSV UTF-8.`,
  sheet: 'Lembar',
  sheetHint: (count: number) => `Ada ${count} lembar yang berisi. Setiap unggahan mengambil satu lembar.`,
  sheetRead: (name: string, rows: string) => `Lembar “${name}”: ${rows} baris terisi.`,
  sheetHidden: (rows: string) => `${rows} di antaranya disembunyikan di Excel, dan ikut diunggah.`,
  sheetRows: (most: string) =>
    `Lembar ini berisi lebih dari ${most} baris. Bagi menjadi beberapa berkas, atau simpan sebagai CSV UTF-8.`,
  sheetLarge: 'Berkas Excel ini terlalu besar untuk dibaca di sini. Simpan sebagai CSV UTF-8, lalu pilih berkas itu.',
  sheetBroken: 'Berkas Excel ini rusak. Buka di Excel, simpan sebagai CSV UTF-8, lalu pilih berkas itu.',
  landlines: (count: string) =>
    `${count} nomor yang masuk tampak seperti telepon rumah atau kantor (62 dan kode wilayah, misalnya 6221). Nomor seperti itu jarang memakai WhatsApp; periksa lewat Validator, atau cari kode wilayahnya di daftar.`,
  last: 'Impor terakhir',
  statuses: { running: 'Berjalan', done: 'Selesai', failed: 'Berhenti' },
  counts: (created: string, skipped: string) => `${created} masuk · ${skipped} dilewati`,
  takenBack: (count: string) => `${count} sudah dihapus lagi`,
  takenBackOf: (count: string, created: string) =>
    `${count} dari ${created} nomor ini sudah dihapus lagi, karena impornya dibatalkan.`,
  by: (name: string, at: string) => `${name} · ${at}`,
  open: (file: string) => `Buka hasil ${file}`,
  cancel: 'Batalkan impor',
  cancelOf: (file: string) => `Batalkan impor ${file}`,
  cancelTitle: (file: string) => `Batalkan impor ${file}?`,
  cancelText: 'Baris yang sudah masuk tetap ada. Selebihnya tidak dibaca.',
  cancelled: 'Impor dibatalkan.',
  cancelFailed: 'Impor gagal dibatalkan.',
} as const
