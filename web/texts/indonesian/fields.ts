// Fields of recipients: columns of an import that were kept.
export const fieldTexts = {
  title: 'Kolom tambahan',
  lead: (most: number) =>
    `Kolom yang disimpan saat impor, paling banyak ${most}. Di teks pesan, {kota} diisi dengan kota tiap penerima.`,
  loadFailed: 'Kolom tambahan tidak dapat dimuat.',
  saveFailed: 'Kolom ini tidak dapat disimpan. Coba lagi.',
  none: 'Belum ada. Saat mengunggah berkas CSV, pilih kolom yang disimpan.',
  about: (name: string, people: string | null) => (people === null ? name : `${name} · ${people}`),
  people: (count: string, isMore: boolean) => `${isMore ? 'sedikitnya ' : ''}${count} penerima punya isinya`,
  fallback: (key: string) => `Pengganti {${key}} bila kosong`,
  saved: 'Pengganti disimpan.',
  /** Below what somebody without a value reads. */
  previewOf: (key: string) => `Template aktif yang memakai {${key}}, untuk penerima tanpa isinya`,
  previewBare: (key: string) => `Belum ada template aktif yang memakai {${key}}; begini di tengah kalimat`,
  previewText: (key: string) => `Halo {name}, untuk {${key}} ada kabar baru.`,
  remove: (key: string) => `Hapus kolom ${key}`,
  removeTitle: 'Hapus kolom tambahan?',
  removeText: (key: string) => `Isi {${key}} semua penerima dihapus. Penerimanya tetap ada.`,
  removeYes: 'Ya, hapus',
  deleted: 'Kolom tambahan dihapus.',
  ofStopped: 'Orang ini minta berhenti, jadi isinya tidak diubah.',
}
