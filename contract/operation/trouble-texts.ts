// The words of troubles in Indonesian, for alerts and the list; their English is in web/texts/english/troubles.ts.
import type { TroubleKind } from './troubles.ts'

export const TROUBLE_TEXTS: Record<TroubleKind, { title: string; next: string }> = {
  no_runner: {
    title: 'Tidak ada mesin pengirim yang punya tempat',
    next: 'Nyalakan satu mesin pengirim, atau lihat apa yang menahan yang ada.',
  },
  accounts_without_runner: {
    title: 'Banyak akun tidak dipegang mesin pengirim',
    next: 'Lihat jumlah akun tiap mesin pengirim, dan nyalakan lagi yang macet.',
  },
  sending_stalled: {
    title: 'Akun yang sedang mengirim tidak bergerak',
    next: 'Buka salah satunya di monitor, lalu lihat catatan kesalahannya.',
  },
  settlement_waits: {
    title: 'Hasil pesan belum masuk ke buku besar',
    next: 'Lihat catatan penghitung hasil. Uangnya tidak hilang selama akun menyimpannya.',
  },
  opt_outs_wait: {
    title: 'Permintaan berhenti belum tercatat di mana-mana',
    next: 'Jeda semua pengiriman, lalu cari penyebabnya di catatan.',
  },
  queue_waits: {
    title: 'Pesan menunggu lama di antrean',
    next: 'Lihat catatan pemakai antrean itu.',
  },
  dead_letters: {
    title: 'Pesan antrean gagal berkali-kali',
    next: 'Baca kesalahan di catatan. Pengirimnya mengulang sendiri.',
  },
  work_waits: {
    title: 'Pekerjaan latar menunggu terlalu lama',
    next: 'Lihat catatan jadwal menit, lalu pekerjaan yang tertua.',
  },
  backup_old: {
    title: 'Cadangan terakhir terlalu lama',
    next: 'Cari "the backup waits" di catatan, dan periksa kunci serta tempat simpannya.',
  },
  second_place: {
    title: 'Tempat cadangan kedua tidak menerima',
    next: 'Cari "the second place waits" di catatan, lalu periksa kunci dan tempat simpannya. Cadangan di tempat pertama tetap dibuat.',
  },
  drill_old: {
    title: 'Cadangan sudah lama tidak dicoba dibuka',
    next: 'Jalankan npm run drill -- --env production di komputer yang memegang kunci cadangan.',
  },
  cron_fails: {
    title: 'Pekerjaan berkala tidak selesai',
    next: 'Cari "cron failed" di catatan.',
  },
  misconfigured: {
    title: 'Pengaturan lingkungan salah atau kurang',
    next: 'Baca bagian problems di /api/health/deep, lalu perbaiki variabel atau kuncinya.',
  },
  version_refused: {
    title: 'WhatsApp menolak versi klien',
    next: 'Isi versi yang baru di Pengaturan, Versi klien WhatsApp.',
  },
  sessions_unreadable: {
    title: 'Mesin pengirim tidak dapat membaca sesi tersimpan',
    next: 'Kembalikan kunci lama ke VAULT_KEYS. Jangan menautkan ulang dahulu.',
  },
  runner_clock: {
    title: 'Jam sebuah mesin pengirim salah',
    next: 'Nyalakan penyelaras jam (NTP) di mesin itu. Di atas 30 detik mesin itu tidak diberi akun baru.',
  },
  proxies_none_free: {
    title: 'Tidak ada proxy yang bebas',
    next: 'Tambahkan proxy, atau aktifkan yang sudah diperiksa.',
  },
  ledger_differs: {
    title: 'Saldo berbeda dari buku besar',
    next: 'Hentikan pembayaran dahulu, dan buka Rekonsiliasi.',
  },
  record_differs: {
    title: 'Catatan tidak sama dengan saat dikunci',
    next: 'Jangan ubah basis data. Tekan Periksa keutuhan di Catatan Audit, dan bandingkan dengan titik periksa dari email.',
  },
  leases_without_owner: {
    title: 'Nomor atau proxy dipegang akun yang tidak bekerja',
    next: 'Lihat akun yang memegangnya. Jadwal menit memintanya melepas.',
  },
  templates_fail: {
    title: 'Template banyak gagal terkirim',
    next: 'Nonaktifkan template itu, lalu periksa media dan isinya.',
  },
  templates_paused: {
    title: 'Template dijeda: banyak penerima berhenti sesudahnya',
    next: 'Periksa isinya dan kepada siapa ia dikirim. Aktifkan lagi bila sudah benar.',
  },
  proxies_fail: {
    title: 'Banyak proxy tidak menjawab',
    next: 'Tanyakan penjualnya, dan ganti yang mati.',
  },
  vault_key_missing: {
    title: 'Ada sesi yang kuncinya tidak dimiliki mesin pengirim',
    next: 'Kembalikan kunci itu ke VAULT_KEYS, nyalakan ulang mesin pengirimnya. Akun lalu tersambung lagi sendiri, tanpa tautan baru.',
  },
  pay_high: {
    title: 'Pendapatan per jam lebih dari 3 kali yang biasa',
    next: 'Withdraw ditahan. Periksa harga dan level, lalu lepas di Permintaan Withdraw bila benar.',
  },
  database_large: {
    title: 'Database hampir penuh',
    next: 'Lihat tabel yang tumbuh, dan rencanakan pemindahan sebelum 10 GB.',
  },
  mail_fails: {
    title: 'Mail tidak terkirim',
    next: 'Cari "mail not sent" di catatan, dan periksa alamat pengirim di Cloudflare. Tautan kata sandi tidak sampai.',
  },
  containers_fail: {
    title: 'Kontainer mesin pengirim tidak menyala',
    next: 'Cari "runners on containers failed" di catatan. Akun menunggu, dan tersambung sendiri bila sudah menyala.',
  },
  budget_burns: {
    title: 'Janji layanan akan habis dalam beberapa hari',
    next: 'Lihat Kesehatan: sejak kapan, dan rilis mana. Kembalikan rilis bila dimulai bersamanya.',
  },
}
