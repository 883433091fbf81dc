// Linking a WhatsApp account, and what a member agrees to before the first one (rule informed-consent).
import type { AccountPurpose } from '../../../contract/ground/account-purpose.ts'

export const createTexts = {
  /** WhatsApp says how long to wait. */
  tryAgainIn: (seconds: number) =>
    seconds < 60 ? `Coba lagi dalam ${seconds} detik.` : `Coba lagi dalam ${Math.ceil(seconds / 60)} menit.`,
  title: 'Tambah Akun WhatsApp',
  titleReconnect: 'Sambungkan Ulang WhatsApp',
  titleGenerator: 'Tambah Akun WhatsApp Generator',
  titleValidator: 'Tambah Akun WhatsApp Validator',
  whatsappId: 'WhatsApp ID',
  whatsappIdHint: 'Dibuat otomatis dan tidak dapat diubah.',
  phone: 'Nomor WhatsApp',
  phoneHint: 'Contoh: 081234567890 atau 6281234567890',
  /** Before the number. */
  phoneRead: 'Ditautkan sebagai',
  phoneInvalid: 'Nomor tidak valid. Contoh: 081234567890.',
  phoneRequired: 'Isi nomor WhatsApp yang akan ditautkan.',
  generateQr: 'Buat QR',
  generateCode: 'Buat Kode',
  reconnectQr: 'Sambungkan',
  toCode: 'Login dengan nomor telepon',
  toQr: 'Login dengan QR',
  generating: (seconds: number) => `Generating... ${seconds}`,
  stillWaiting: 'Masih menunggu jawaban WhatsApp...',
  trySession: {
    qr: 'Mencoba sesi yang tersimpan. QR muncul bila WhatsApp memintanya.',
    code: 'Mencoba sesi yang tersimpan. Kode muncul bila WhatsApp memintanya.',
  },
  changeNumber: 'Ubah nomor',
  openList: 'Buka Daftar Akun',
  /** Of what the page showed last. */
  expired: {
    qr: 'QR sudah kedaluwarsa. Buat QR baru lalu pindai sebelum waktunya habis.',
    code: 'Kode sudah kedaluwarsa. Buat kode baru lalu ketik di ponsel sebelum waktunya habis.',
  },
  qrAlt: 'QR untuk ditautkan dengan ponsel Anda',
  qrLeft: (seconds: number) => `QR berlaku ${seconds} detik lagi`,
  code: 'Kode penautan',
  codeLeft: (seconds: number) => `Kode berlaku ${seconds} detik lagi`,
  copyCode: 'Salin kode',
  codeFor: 'Untuk nomor',
  openWhatsapp: 'Buka WhatsApp',
  codeCopied: 'Kode disalin.',
  /** name: the account's, or its number. */
  success: (purpose: AccountPurpose, name: string | null | undefined) => {
    const next = purpose === 'blast' ? 'siap: tekan Start Blast untuk mulai.' : 'siap memeriksa nomor.'
    return `Akun WhatsApp berhasil ditautkan.${name ? ` ${name} ${next}` : ''}`
  },
  stillSuspended: 'Akun tersambung kembali, tetapi masih ditangguhkan dan belum bisa blast. Silakan hubungi Admin/CS.',
  stillRestricted:
    'Akun tersambung kembali, tetapi masih dibatasi WhatsApp. Blast dapat berjalan setelah batasnya berakhir.',
  suspended:
    'Akun ini ditangguhkan. Menautkan ulang hanya menolong bila WhatsApp yang memblokirnya; bila karena pesan terkirim dihapus atau diubah, hubungi Admin/CS.',
  failed: 'Error creating client',
  steps: 'Cara menautkan',
  stepsQr: [
    'Buka WhatsApp di ponsel Anda.',
    'Buka Perangkat tertaut, lalu Tautkan perangkat.',
    'Arahkan kamera ke QR di halaman ini.',
  ],
  stepsCode: [
    'Buka WhatsApp di ponsel Anda.',
    'Buka Perangkat tertaut, lalu Tautkan perangkat.',
    'Pilih Tautkan dengan nomor telepon dan ketik kode di halaman ini.',
  ],
  notFound: 'Akun WhatsApp tidak ditemukan.',
} as const

export const linkConsent = {
  title: 'Sebelum Anda meminjamkan akun',
  intro: 'Dengan menautkan akun, Anda meminjamkan nomor WhatsApp Anda untuk mengirim pesan. Pahami dahulu hal berikut:',
  points: [
    'Pesan promosi dari layanan ini dikirim atas nama nomor Anda, hanya kepada orang yang sudah setuju menerimanya dan belum meminta berhenti.',
    'WhatsApp dapat membatasi atau memblokir nomor Anda karena pengiriman otomatis. Risiko itu ada pada Anda; pakailah nomor yang siap Anda tanggung.',
    'Balasan penerima tidak kami simpan. Kami memeriksa apakah balasan itu permintaan berhenti, dan menghitung bahwa ada balasan.',
    'Anda dapat menghentikan blast dan menghapus akun kapan saja dari daftar akun.',
  ],
  agree: 'Saya memahami dan setuju meminjamkan akun WhatsApp saya',
  required: 'Setujui dahulu penjelasan tentang akun yang Anda pinjamkan.',
  version: (version: string) => `Versi penjelasan: ${version}`,
} as const

/** For an account that only asks which numbers exist (rule screens-by-role). */
export const checkConsent = {
  title: 'Sebelum Anda menautkan akun pemeriksa',
  intro: 'Akun ini ditautkan untuk generator dan validator. Pahami dahulu hal berikut:',
  points: [
    'Akun hanya dipakai untuk menanyakan kepada WhatsApp apakah suatu nomor terdaftar. Tidak ada pesan yang dikirim dari nomor ini.',
    'Akun ini tidak dapat dipakai untuk blast dan tidak menghasilkan pendapatan.',
    'WhatsApp dapat membatasi atau memblokir nomor yang terlalu banyak bertanya. Karena itu jumlah pemeriksaan sehari dibatasi.',
    'Balasan yang masuk ke nomor ini tidak kami simpan.',
    'Anda dapat menghentikan pemeriksaan kapan saja.',
  ],
  agree: 'Saya memahami dan setuju akun WhatsApp ini dipakai untuk memeriksa nomor',
  required: 'Setujui dahulu penjelasan tentang akun yang Anda tautkan.',
} as const
