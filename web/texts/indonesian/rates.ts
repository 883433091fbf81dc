// What became of messages, by week (rule rates).
export const rateTexts = {
  title: 'Mutu Kiriman',
  lead: 'Yang terjadi dengan pesan yang diterima WhatsApp, tiga hari setelah masing-masing dikirim.',
  table: 'Mutu kiriman per minggu',
  search: 'Cari',
  searchHint: 'Sebagian nama',
  loadFailed: 'Mutu kiriman tidak dapat dimuat.',
  empty: 'Belum ada hari yang lengkap. Hasil satu hari masuk tiga hari sesudahnya.',
  kind: 'Menurut',
  kinds: { source: 'Sumber persetujuan', template: 'Template', account: 'Akun WhatsApp' },
  week: 'Minggu',
  weekOf: (from: string) => `Minggu mulai ${from}`,
  columns: {
    name: 'Nama',
    sent: 'Diterima WhatsApp',
    undelivered: 'Tidak sampai',
    answered: 'Dibalas',
    stopped: 'Berhenti',
    disputed: 'Tidak pernah setuju',
  },
  gone: 'sudah dihapus',
  share: (count: string, percent: string) => `${count} (${percent})`,
  ownTitle: 'Hasil pesan Anda, 4 minggu',
  ownLead: 'Angka dalam kurung: semua member bersama.',
  own: (percent: string, place: string) => `${percent} (${place})`,
} as const

/** What one's own accounts send (rule topics). */
export const ownTopicsTexts = {
  title: 'Topik yang Anda kirim',
  lead: 'Akun Anda tidak mengirim topik yang Anda lepas centangnya. Berlaku mulai nomor berikutnya.',
  retry: 'Coba lagi',
  now: (topics: string) => `Topik yang sedang dikirim: ${topics}.`,
  sent: (topic: string) => `Akun Anda boleh mengirim topik ${topic} lagi.`,
  refused: (topic: string) => `Akun Anda tidak lagi mengirim topik ${topic}.`,
  choose: 'Pilih topik Anda',
} as const
