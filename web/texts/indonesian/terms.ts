// Syarat dan Ketentuan.
export const termsText = {
  title: 'Syarat dan Ketentuan',
  updated: 'Berlaku sejak 1 November 2026',
  intro:
    'Layanan ini menyewa akun WhatsApp milik member untuk mengirim pesan kepada orang yang sudah setuju menerimanya. Dengan mendaftar, Anda menyetujui syarat di bawah ini.',
  parts: [
    {
      title: 'Akun Anda',
      text: [
        'Anda berusia 18 tahun atau lebih dan mengisi data yang benar. Satu orang memakai satu akun. Jaga kerahasiaan kata sandi; semua kegiatan dengan akun Anda menjadi tanggung jawab Anda.',
        'Beri tahu Admin/CS segera bila akun Anda dipakai orang lain.',
      ],
    },
    {
      title: 'Meminjamkan akun WhatsApp',
      text: [
        'Anda hanya menautkan nomor WhatsApp milik Anda sendiri atau nomor yang pemiliknya memberi izin. Sebelum tautan pertama Anda membaca dan menyetujui penjelasan tentang risikonya.',
        'WhatsApp dapat membatasi atau memblokir nomor yang mengirim pesan secara otomatis. Kami menghormati batas itu dan berhenti saat WhatsApp memintanya, tetapi kami tidak dapat menjamin nomor Anda tidak dibatasi.',
        'Anda dapat menghentikan blast, memutus tautan, dan menghapus akun WhatsApp kapan saja.',
      ],
    },
    {
      title: 'Pesan hanya untuk yang setuju',
      text: [
        'Pesan hanya dikirim kepada penerima yang persetujuannya tercatat. Penerima berhenti menerima pesan dengan membalas BERHENTI, dan permintaan itu berlaku untuk semua akun, seketika.',
        'Dilarang memakai layanan untuk penipuan, ujaran kebencian, perjudian, pornografi, atau hal lain yang melanggar hukum Indonesia.',
      ],
    },
    {
      title: 'Pendapatan',
      text: [
        'Pendapatan dihitung untuk setiap pesan yang berhasil diterima server WhatsApp, sesuai harga pada level Anda saat pesan dikirim. Pesan gagal tidak dibayar.',
        'Aturan #1: jangan hapus atau ubah pesan terkirim. Menghapus atau mengubah pesan yang sudah dibayar membatalkan pendapatannya dan menangguhkan akun WhatsApp itu. Akun yang ditangguhkan tiga kali tidak dapat diaktifkan lagi.',
        'Pendapatan referal dihitung dari pendapatan orang yang Anda ajak, sesuai persentase yang berlaku.',
      ],
    },
    {
      title: 'Penarikan',
      text: [
        'Penarikan paling sedikit Rp 10.000 dan dibayarkan ke rekening atas nama Anda. Permintaan diperiksa sebelum dibayar dan dapat ditolak bila data rekening tidak lengkap atau ada pelanggaran syarat ini; saldo yang ditolak kembali ke akun Anda.',
      ],
    },
    {
      title: 'Penangguhan dan berakhirnya layanan',
      text: [
        'Kami dapat menangguhkan akun yang melanggar syarat ini. Anda dapat berhenti kapan saja dengan menghapus akun WhatsApp Anda dan menghubungi Admin/CS untuk menutup akun.',
      ],
    },
    {
      title: 'Tanggung jawab',
      text: [
        'Layanan diberikan sebagaimana adanya. Kami bukan bagian dari WhatsApp LLC atau Meta. Tanggung jawab kami paling banyak sebesar saldo Anda pada saat kerugian terjadi, kecuali hukum menentukan lain.',
      ],
    },
    {
      title: 'Perubahan dan hukum yang berlaku',
      text: [
        'Perubahan syarat diumumkan di dashboard paling lambat 7 hari sebelum berlaku. Syarat ini tunduk pada hukum Republik Indonesia.',
      ],
    },
  ],
}
