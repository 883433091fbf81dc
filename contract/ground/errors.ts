// Every refusal of the product: its stable reason, its HTTP status and its text. Texts that the specification
// quotes stay verbatim; all others are Indonesian (rule one-error-shape).
import type { EditedMeanwhile } from './versions.ts'

export const REFUSALS = {
  invalid_input: [422, 'Data yang dikirim tidak valid. Periksa kembali isian Anda.'],
  invalid_json: [400, 'Isi permintaan bukan JSON yang valid.'],
  body_too_large: [413, 'Data yang dikirim terlalu besar.'],
  https_needed: [403, 'Layanan ini hanya dapat dipakai lewat https.'],
  unsupported_media_type: [415, 'Jenis isi permintaan tidak didukung.'],
  not_found: [404, 'Data tidak ditemukan.'],
  method_not_allowed: [405, 'Cara permintaan ini tidak didukung.'],
  missing_token: [401, 'Authorization token is missing'],
  invalid_token: [401, 'Sesi Anda sudah berakhir. Silakan masuk kembali.'],
  forbidden: [403, 'Anda tidak memiliki akses ke halaman ini.'],
  user_id_missing: [400, 'User ID is missing'],
  login_missing: [422, 'Email and password are required.'],
  login_failed: [401, 'Email atau kata sandi salah.'],
  links_many: [429, 'Sudah 5 akun sedang Anda tautkan. Selesaikan atau batalkan dahulu. Coba lagi sebentar lagi.'],
  links_full: [429, 'Banyak akun sedang ditautkan sekarang. Coba lagi sebentar lagi.'],
  sockets_many: [429, 'Halaman ini terbuka di terlalu banyak tab. Tutup salah satu. Coba lagi sebentar lagi.'],
  too_many_attempts: [429, 'Terlalu banyak percobaan. Coba lagi beberapa saat lagi.'],
  sign_up_closed: [503, 'Pendaftaran belum dibuka. Coba lagi nanti.'],
  email_taken: [409, 'Email sudah terdaftar.'],
  referral_unknown: [422, 'Kode referal tidak dikenal.'],
  bot_check_needed: [403, 'Selesaikan verifikasi keamanan di bawah, lalu masuk lagi.'],
  bot_check_failed: [422, 'Selesaikan verifikasi keamanan (Turnstile).'],
  reset_link_invalid: [410, 'Tautan atur ulang kata sandi tidak berlaku atau sudah kedaluwarsa. Minta tautan baru.'],
  email_link_invalid: [410, 'Tautan konfirmasi email tidak berlaku atau sudah kedaluwarsa. Minta lagi di profil.'],
  email_waits: [409, 'Email baru Anda menunggu dikonfirmasi. Buka tautan yang kami kirim ke alamat itu.'],
  mail_off: [409, 'Email tidak dapat dikirim: pengelola layanan belum mengaktifkan pengiriman email.'],
  password_needed: [422, 'Tulis kata sandi Anda sekarang untuk menyimpan perubahan ini.'],
  password_wrong: [422, 'Kata sandi Anda sekarang salah.'],
  factor_ticket_invalid: [410, 'Waktu untuk langkah kedua sudah habis. Silakan masuk lagi.'],
  factor_wrong: [422, 'Kode ini salah atau sudah dipakai. Gunakan kode yang sekarang tampil.'],
  recovery_wrong: [422, 'Kode pemulihan ini salah atau sudah dipakai.'],
  passkey_failed: [422, 'Kunci sandi ini tidak dapat dipastikan. Coba lagi.'],
  passkey_unknown: [422, 'Kunci sandi ini tidak dikenal di sini. Masuk dengan kata sandi.'],
  passkey_taken: [409, 'Kunci sandi ini sudah terdaftar. Buat kunci sandi lain di perangkat ini.'],
  passkey_many: [409, 'Paling banyak 10 kunci sandi. Hapus dahulu yang tidak dipakai.'],
  factor_missing: [403, 'Peran Anda wajib memakai langkah kedua. Pasang dahulu untuk melanjutkan.'],
  factor_last: [409, 'Peran Anda wajib memakai langkah kedua. Pasang yang lain dahulu sebelum melepas yang ini.'],
  totp_present: [409, 'Aplikasi kode sudah dipasang. Lepas dahulu untuk memasang yang baru.'],
  totp_absent: [409, 'Pemasangan aplikasi kode belum dimulai. Mulai lagi dari awal.'],
  proof_needed: [403, 'Buktikan dahulu bahwa ini Anda.'],
  inclusion_none: [409, 'Tidak terbukti: belum ada titik periksanya, versi lama menutup harinya, atau harinya diubah.'],
  inclusion_large: [409, 'Hari itu terlalu besar untuk layar ini. Pakai npm run verify-record -- --prove.'],
  receipt_none: [404, 'Tidak ada persetujuan yang tercatat untuk nomor ini.'],
  receipts_off: [409, 'Tanda terima belum tersedia: pengelola layanan belum menyiapkan kuncinya.'],
  opt_out_invalid: [410, 'Tautan berhenti berlangganan tidak berlaku.'],
  password_rule: [422, 'Kata sandi harus 8 sampai 128 karakter dan tidak boleh sama dengan email.'],
  consent_required: [422, 'Setujui dahulu penjelasan tentang akun yang Anda pinjamkan.'],
  consent_source_words: [
    422,
    'Tulis sumber persetujuan dengan kata-kata, minimal 8 huruf. Misalnya “Formulir pendaftaran di toko, Maret 2026”.',
  ],
  consent_source_required: [422, 'Isi sumber persetujuan penerima sebelum nomor diaktifkan.'],
  clientid_taken: [403, 'WhatsApp ID ini milik pengguna lain.'],
  clientid_reserved: [422, 'WhatsApp ID ini tidak boleh dipakai. Pilih ID lain.'],
  number_taken: [409, 'Nomor ini sudah ditautkan oleh pengguna lain.'],
  number_exists: [409, 'Nomor sudah terdaftar.'],
  number_suppressed: [409, 'Nomor ini sudah meminta berhenti menerima pesan.'],
  number_invalid: [422, 'Nomor tidak valid. Contoh: 6281234567890.'],
  not_connected: [409, 'Sambungan terputus, silahkan sambungkan ulang!'],
  sender_not_connected: [409, 'Sambungan terputus, silahkan sambungkan ulang!'],
  no_receiver: [409, 'Tidak ada penerima yang boleh dikirimi pesan.'],
  one_off_over: [409, 'Blaster ini tidak punya penerima yang tersisa. Salin untuk mengirim lagi.'],
  account_suspended: [409, 'Aturan #1 Jangan hapus pesan terkirim. Silahkan hubungi Admin/CS'],
  test_no_sender: [409, 'Belum ada akun yang tersambung. Sambungkan satu akun dahulu.'],
  test_paused: [409, 'Pengiriman sedang dijeda admin. Uji lagi setelah jeda berakhir.'],
  test_window: [409, 'Sekarang di luar jam kirim. Uji lagi pada jam kirim.'],
  test_cap: [409, 'Batas harian akun ini sudah habis. Uji lagi besok.'],
  account_busy: [409, 'Akun sedang mengirim. Hentikan dahulu.'],
  account_restricted: [409, 'Akun sedang dibatasi WhatsApp. Tunggu sampai batasnya berakhir.'],
  account_not_for_blast: [409, 'Akun ini hanya untuk generator dan validator.'],
  suspended_too_often: [409, 'Akun sudah ditangguhkan 3 kali dan tidak dapat diaktifkan lagi.'],
  check_running: [409, 'Pekerjaan ini sedang berjalan. Hentikan dahulu.'],
  check_preparing: [409, 'Berkas pekerjaan ini masih dibaca. Tunggu sampai selesai.'],
  check_saving: [409, 'Hasil pekerjaan ini masih disimpan. Coba lagi sebentar lagi.'],
  check_sender: [403, 'WhatsApp ini tidak boleh dipakai untuk pekerjaan Anda.'],
  file_link_invalid: [410, 'Tautan berkas tidak berlaku atau sudah kedaluwarsa. Muat ulang halaman.'],
  check_finished: [409, 'Pekerjaan ini sudah selesai. Buat yang baru.'],
  no_template: [409, 'Belum ada template pesan yang aktif.'],
  template_placeholder: [
    422,
    'Pesan ini memuat kata dalam kurung kurawal yang tidak diisi. Gunakan {name} atau {phoneNumber}.',
  ],
  template_draft: [409, 'Template ini masih draf. Aktifkan dahulu sebelum dikirim.'],
  level_in_use: [409, 'Level masih dipakai oleh member.'],
  level_unknown: [422, 'Level tidak dikenal.'],
  file_required: [422, 'Pilih berkas terlebih dahulu.'],
  file_broken: [422, 'Isi berkas tidak dapat dibaca. Gunakan .csv atau .json yang valid.'],
  file_rows: [422, 'Berkas berisi lebih dari 1.000.000 baris. Bagi menjadi beberapa berkas.'],
  file_encoding: [422, 'Berkas tidak memakai UTF-8. Simpan ulang sebagai UTF-8.'],
  file_size: [413, 'Berkas paling besar 100 MB.'],
  nothing_to_export: [404, 'Tidak ada data untuk diekspor.'],
  media_type: [415, 'Media harus berupa jpg, png, gif, webp, mp4, atau pdf.'],
  media_size: [413, 'Media paling besar 16 MB.'],
  template_empty: [422, 'No Data'],
  button_address: [422, 'Alamat button harus https, atau nomor telepon untuk jenis Telepon.'],
  withdraw_minimum: [422, 'Minimal permintaan penarikan adalah Rp 10.000'],
  withdraw_balance: [409, 'Saldo tidak mencukupi.'],
  withdraw_profile: [422, 'Lengkapi data rekening bank Anda di profil terlebih dahulu.'],
  withdraw_moved: [409, 'Status permintaan ini sudah berubah. Muat ulang halaman.'],
  withdraw_cancelled: [409, 'Permintaan ini sudah dibatalkan oleh member. Jangan ditransfer.'],
  withdraw_decided: [409, 'Permintaan ini sudah diproses, jadi tidak dapat dibatalkan lagi.'],
  withdraw_once_accepted: [
    409,
    'Permintaan ini pernah disetujui, jadi uangnya mungkin sudah ditransfer dan Anda tidak dapat membatalkannya. Admin/CS memutuskannya.',
  ],
  withdraw_ordered: [
    409,
    'Permintaan ini sudah ditransfer, jadi tidak dapat diubah. Bila uangnya kembali, pakai Dikembalikan bank: alasan, bukti, dan persetujuan orang kedua.',
  ],
  withdraw_not_accepted: [
    409,
    'Hanya permintaan yang sudah diterima dan belum ditransfer yang dapat ditandai ditransfer.',
  ],
  withdraw_not_ordered: [
    409,
    'Permintaan ini belum ditransfer, jadi tidak ada yang dapat dikembalikan bank. Yang baru diterima dapat dibatalkan admin atau staff.',
  ],
  withdraw_negative: [409, 'Saldo member ini minus. Permintaan baru dapat diterima setelah saldonya tidak lagi minus.'],
  price_own: [403, 'Level dan tarif sendiri diatur admin lain.'],
  bonus_own: [403, 'Bonus untuk diri sendiri diberikan oleh admin lain.'],
  bonus_closed: [409, 'Akun member ini sudah ditutup, jadi tidak dapat menerima bonus. Buka dahulu akunnya.'],
  bonus_spent: [409, 'Bonus ini sudah diminta atau ditarik; tanpa bonus ini saldo member menjadi minus.'],
  withdraw_paused: [409, 'Member ini sedang dijeda. Permintaannya baru dapat diterima setelah jedanya dicabut.'],
  withdraw_held: [409, 'Withdraw member ini ditahan untuk diperiksa. Setelah dilepas, permintaannya dapat diterima.'],
  already_held: [409, 'Withdraw member ini sudah ditahan.'],
  no_alert_address: [409, 'Simpan email atau webhook peringatan lebih dahulu.'],
  not_held: [409, 'Withdraw member ini tidak sedang ditahan.'],
  person_paused: [409, 'Sedang dijeda admin: mengirim pesan, menarik saldo dan kerja kantor dihentikan dahulu.'],
  account_closed: [403, 'Akun ini sudah ditutup. Hubungi Admin/CS bila ingin memakainya lagi.'],
  status_moved: [409, 'Status orang ini sudah berubah. Muat ulang halaman.'],
  last_admin: [409, 'Ini admin terakhir. Jadikan orang lain admin dahulu.'],
  close_withdraw_waits: [409, 'Permintaan withdraw Anda masih menunggu. Tunggu sampai diproses, atau batalkan dahulu.'],
  close_balance: [409, 'Saldo Anda masih dapat ditarik. Tarik dahulu saldo Anda sebelum menutup akun.'],
  stop_moved: [
    409,
    'Ini baru saja berubah: orangnya meminta berhenti lagi, atau sudah keluar dari daftar. Muat ulang halaman.',
  ],
  source_moved: [409, 'Sumber ini baru saja ditahan atau dilepas. Muat ulang halaman.'],
  amount_again: [422, 'Jumlah ini lebih dari 3 kali yang biasa. Ketik sekali lagi jumlah yang sama.'],
  approval_waits: [409, 'Ini sudah menunggu persetujuan orang kedua.'],
  approval_own: [403, 'Orang lain harus menyetujui apa yang Anda minta sendiri.'],
  approval_yours: [403, 'Orang lain harus memutuskan apa yang Anda terima sendiri.'],
  approval_tied: [
    409,
    'Satu admin dapat bertindak sebagai Anda dan sebagai peminta, karena baru mengatur kata sandi, email, langkah kedua, atau peran salah satunya. Minta orang lain.',
  ],
  decider_wait: [
    403,
    'Anda terikat dengan member ini dan tidak ada orang lain yang dapat memutuskannya. Buka masa tunggu 72 jam di Permintaan Withdraw: member diberi tahu dan dapat menahannya.',
  ],
  decider_waits: [403, 'Masa tunggu Anda untuk permintaan ini belum selesai.'],
  wait_needless: [409, 'Anda tidak terikat dengan member ini, jadi dapat memutuskan permintaannya tanpa masa tunggu.'],
  wait_none: [409, 'Tidak ada masa tunggu untuk permintaan ini. Muat ulang halaman.'],
  withdraw_objected: [
    409,
    'Member ini menekan Bukan saya, jadi hanya orang yang tidak terikat dengannya yang dapat memutuskannya. Permintaannya dapat ditolak: dananya kembali ke saldo.',
  ],
  decider_tied: [403, 'Anda terikat dengan member ini, jadi orang lain harus memutuskan uangnya.'],
  asker_tied: [
    409,
    'Yang memintanya terikat dengan penerima uangnya, jadi permintaan ini tidak dapat disetujui. Tolak atau lepas, lalu minta orang lain mengajukannya.',
  ],
  asker_stopped: [409, 'Yang memintanya tidak bertugas atau berhak lagi. Tolak atau lepas, lalu minta orang lain.'],
  approval_moved: [409, 'Persetujuan ini sudah diputuskan, atau yang akan diubah sudah berubah. Muat ulang halaman.'],
  withdraw_frozen: [409, 'Permintaan ini sedang dibayarkan dalam satu batch. Tunggu hasil dari bank.'],
  edited_meanwhile: [
    409,
    'Ini sudah diubah sejak Anda membukanya, jadi belum disimpan. Lihat isinya yang sekarang, lalu simpan lagi.',
  ],
  bulk_runs: [409, 'Tindakan lain masih berjalan. Tunggu sampai selesai, atau hentikan di Tindakan terakhir.'],
  bulk_over: [409, 'Tidak dapat dikembalikan lagi: lewat 24 jam, sudah dikembalikan, atau labelnya dihapus.'],
  bulk_later: [409, 'Ada tindakan sesudahnya pada hal yang sama. Kembalikan yang terakhir dahulu.'],
  price_moved: [409, 'Tarif, level, atau harga ini baru saja berubah. Muat ulang, lalu simpan lagi.'],
  payout_choice: [409, 'Sebagian permintaan ini tidak dapat dipilih lagi. Muat ulang daftar, lalu pilih lagi.'],
  payout_own: [403, 'Batch ini berisi permintaan Anda sendiri. Orang lain harus memprosesnya.'],
  payout_moved: [409, 'Batch ini sudah berubah. Muat ulang halaman.'],
  payout_second: [409, 'Batch ini menunggu persetujuan orang kedua.'],
  pay_held: [
    409,
    'Semua withdraw ditahan, karena pendapatan per jam lebih dari 3 kali yang biasa. Admin melepasnya di Permintaan Withdraw setelah memeriksanya.',
  ],
  pay_not_held: [409, 'Withdraw tidak sedang ditahan, atau sudah dilepas orang lain. Muat ulang halaman.'],
  pay_yours: [
    403,
    'Anda, atau orang yang dapat masuk sebagai Anda, mengatur harga dalam 24 jam ini, jadi admin lain harus melepasnya. Bila tidak ada, penahanan berakhir sehari setelah pendapatan biasa lagi.',
  ],
  payout_held: [409, 'Withdraw seorang member dalam batch ini ditahan untuk diperiksa.'],
  payout_stopped: [409, 'Seorang member dalam batch ini dijeda atau saldonya minus.'],
  payout_fetched: [
    409,
    'Berkas batch ini sudah diunduh, jadi uangnya mungkin sudah ditransfer. Unggah hasil dari bank; yang kembali dicatat sebagai dikembalikan bank.',
  ],
  payout_not_fetched: [409, 'Berkas batch ini belum diunduh, jadi bank belum dapat menjawabnya. Unduh dahulu.'],
  payout_approver: [403, 'Batch ini harus disetujui orang lain, bukan yang membuatnya.'],
  payout_result: [422, 'Berkas hasil belum diterapkan karena ada baris yang salah. Perbaiki lalu unggah lagi.'],
  payout_no_lines: [422, 'Batch ini tidak berisi rekening di bank itu.'],
  payout_unusable: [422, 'Ada nomor rekening atau nama pemilik yang tidak dapat dipakai bank.'],
  payout_account: [422, 'Isi nomor rekening sumber untuk berkas Mandiri.'],
  proof_type: [415, 'Bukti harus berupa gambar png, jpg, atau webp.'],
  proof_size: [413, 'Bukti paling besar 2 MB.'],
  proof_status: [409, 'Bukti hanya untuk permintaan yang sudah ditransfer. Tandai dahulu dengan Sudah saya transfer.'],
  withdraw_own: [403, 'Permintaan sendiri harus diproses orang lain.'],
  proxy_unavailable: [503, 'Proxy tidak tersedia. Coba lagi.'],
  proxy_error: [502, 'Proxy tidak tersedia. Coba lagi.'],
  proxy_in_use: [409, 'Proxy sedang digunakan.'],
  proxy_exists: [409, 'Proxy sudah terdaftar.'],
  no_runner: [503, 'Belum ada mesin pengirim yang bebas. Coba lagi sebentar lagi.'],
  misconfigured: [503, 'Layanan belum siap dipakai karena pengaturannya belum benar. Hubungi pengelola layanan.'],
  push_off: [409, 'Notifikasi perangkat belum diaktifkan oleh pengelola layanan.'],
  push_endpoint: [422, 'Layanan notifikasi browser ini tidak dikenal. Coba dengan Chrome, Edge, Firefox, atau Safari.'],
  restoring: [503, 'Layanan sedang dipulihkan dari cadangan. Coba tautkan lagi nanti.'],
  overloaded: [503, 'Server sedang sibuk. Coba lagi sebentar lagi.'],
  press_key: [422, 'Kunci permintaan harus 16 sampai 100 karakter tanpa spasi.'],
  press_other: [422, 'Kunci permintaan ini sudah dipakai untuk permintaan lain. Ulangi dari awal.'],
  press_running: [409, 'Permintaan ini masih dikerjakan. Tunggu sebentar, lalu muat ulang untuk melihat hasilnya.'],
  press_done: [
    409,
    'Permintaan ini sudah terjadi, tetapi jawabannya tidak tersimpan. Muat ulang untuk melihat hasilnya.',
  ],
  press_partly: [409, 'Permintaan ini baru terjadi sebagian. Muat ulang, lalu ulangi untuk sisanya.'],
  press_burnt: [409, 'Permintaan ini tidak terjadi dan tidak akan terjadi. Ulangi dari awal.'],
  interval_below_floor: [422, 'Interval minimal adalah 1 detik.'],
  interval_order: [422, 'Interval Min harus lebih kecil atau sama dengan Interval Max.'],
  below_floor: [422, 'Nilai di bawah batas terendah yang diizinkan.'],
  window_empty: [422, 'Jam mulai dan jam selesai sama. Untuk sepanjang hari tulis 00:00 sampai 24:00.'],
  internal: [500, 'Internal server error'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof REFUSALS
export type FieldErrors = Record<string, string>

/** The text of a stored reason; one that a later version wrote stands as it is. */
export const textOfReason = (reason: string): string => {
  const known: Partial<Record<string, readonly [number, string]>> = REFUSALS
  return known[reason]?.[1] ?? reason
}

/** Thrown anywhere in the server; the Worker's entry turns it into status and text. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: FieldErrors | undefined
  readonly wireCode: number | undefined
  /** Seconds to wait, also sent in the header Retry-After. */
  readonly retryAfterS: number | undefined
  readonly edited: EditedMeanwhile | undefined
  constructor(
    code: RefusalCode,
    extra: {
      field?: string
      fields?: FieldErrors
      wireCode?: number
      text?: string
      retryAfterS?: number
      /** Of edited_meanwhile. */
      edited?: EditedMeanwhile
      /** The cause, written to the log and never sent. */
      cause?: Error
    } = {},
  ) {
    super(extra.text ?? REFUSALS[code][1], extra.cause === undefined ? undefined : { cause: extra.cause })
    this.name = 'Refusal'
    this.code = code
    // the form field under which the same text is shown
    this.fields = extra.field === undefined ? extra.fields : { [extra.field]: this.message }
    this.wireCode = extra.wireCode
    this.retryAfterS = extra.retryAfterS
    this.edited = extra.edited
  }
  get status(): number {
    return REFUSALS[this.code][0]
  }
}

/** Refusals that end by themselves after a time. */
export type WaitCode = {
  [C in RefusalCode]: (typeof REFUSALS)[C] extends readonly [429, string] ? C : never
}[RefusalCode]
const AGAIN = /Coba lagi [^.]*\.$/
/** Status 429 with the wait in words and in seconds. */
export const tooMany = (seconds: number, code: WaitCode = 'too_many_attempts'): Refusal =>
  new Refusal(code, {
    text: REFUSALS[code][1].replace(AGAIN, `Coba lagi dalam ${Math.max(1, Math.ceil(seconds / 60))} menit.`),
    retryAfterS: Math.max(1, Math.ceil(seconds)),
  })

export type ErrorBody = {
  msg: string
  message: string
  error: string
  reason: string
  code?: number
  fields?: FieldErrors
  edited?: EditedMeanwhile
  requestId: string
}
