// Which column of an uploaded CSV holds what.
export const importTexts = {
  title: 'Kolom berkas',
  lead: 'Pilih isi setiap kolom.',
  unclear: 'Judul kolom berkas ini tidak dikenali. Pilih kolom yang berisi nomor sebelum mengunggah.',
  preview: 'Baris pertama berkas',
  clear: (number: string, name: string | null) =>
    name === null ? `Nomor dari kolom “${number}”.` : `Nomor dari kolom “${number}”, nama dari kolom “${name}”.`,
  change: 'Ubah kolom',
  fields: { number: 'Kolom nomor', name: 'Kolom nama', consent: 'Kolom sumber persetujuan' },
  consentHint: 'Baris yang kosong memakai sumber persetujuan di bawah.',
  columnAt: (place: number, first: string) => (first === '' ? `Kolom ${place}` : `Kolom ${place} (${first})`),
  pick: 'Pilih kolom',
  noColumn: 'Tidak ada',
  unused: 'tidak dipakai',
  header: 'Baris pertama adalah judul kolom, bukan nomor',
  numberRequired: 'Pilih kolom yang berisi nomor.',
} as const
