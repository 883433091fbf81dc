// Kebijakan Privasi.
export const privacyText = {
  title: 'Kebijakan Privasi',
  updated: 'Berlaku sejak 1 November 2026',
  intro:
    'Kebijakan ini menjelaskan data pribadi yang kami proses, alasannya, dan hak Anda menurut Undang-Undang Nomor 27 Tahun 2022 tentang Pelindungan Data Pribadi.',
  parts: [
    {
      title: 'Data member',
      text: [
        'Kami menyimpan nama, email, hash kata sandi (bukan kata sandinya), rekening untuk penarikan, kode referal, serta catatan pendapatan dan penarikan Anda. Data ini diperlukan untuk menjalankan layanan dan membayar Anda.',
        'Kami mencatat kapan akun Anda dimasuki, gagal dimasuki atau diubah, selama 5 tahun; bagian pertama alamat jaringan, negara dan perangkatnya dihapus setelah setahun. Setiap hari kami menghitung tanda bahwa pendapatan perlu diperiksa. Tanda itu paling jauh menunda withdraw; keputusannya selalu oleh orang.',
      ],
    },
    {
      title: 'Data akun WhatsApp',
      text: [
        'Kami menyimpan nomor, nama tampilan, status sambungan, dan sesi akun yang Anda tautkan. Sesi disimpan terenkripsi, hanya dipakai untuk mengirim pesan, dan dihapus saat Anda menghapus akun itu.',
        'Isi percakapan Anda dan balasan penerima tidak kami simpan. Balasan hanya diperiksa saat diterima, apakah berisi permintaan berhenti, INFO, atau kata kunci pendaftaran; selain itu hanya dicatat bahwa ada balasan.',
        'Nomor akun Anda ditunjukkan kepada orang yang ingin mendaftar hanya bila Anda mengizinkannya di Profil. Izin itu dapat dicabut kapan saja.',
      ],
    },
    {
      title: 'Data penerima pesan',
      text: [
        'Kami menyimpan nomor dan nama penerima beserta bukti persetujuannya: sumber, waktu, dan siapa yang mencatat. Riwayat persetujuan disimpan 5 tahun sebagai bukti.',
        'Siapa yang mendaftar dengan menulis kata kunci menyetujui teks pada halaman ajakannya. Kami menyimpan waktu dan tanda pengenal pesan itu, bukan isinya. Membuka halaman ajakan atau memeriksa tanda terima tidak dicatat.',
        'Pesan yang dikirim kepada seorang penerima dicatat 90 hari, atau selama jeda antarpesan bila itu lebih lama; setelah itu yang tersisa hanya jumlahnya.',
        'Untuk setiap kampanye kami mencatat apakah pesan untuk seorang penerima sampai, dibaca, dan dijawab, bukan isi jawabannya. Catatan itu dipisahkan dari nomor dan namanya 30 hari setelah kampanye selesai, dan dihapus setelah 400 hari.',
        'Penerima yang meminta berhenti tidak dikirimi pesan lagi dari akun mana pun. Bila datanya dihapus, kami hanya menyimpan hash nomor yang tidak dapat dibaca kembali agar permintaan berhenti itu tetap berlaku.',
      ],
    },
    {
      title: 'Cookie dan penyimpanan di peramban',
      text: [
        'Kami memakai cookie untuk menjaga Anda tetap masuk dan penyimpanan lokal untuk tema, bahasa, kode referal, serta angka dashboard terakhir. Kami tidak memakai cookie iklan atau pelacak.',
        'Formulir pendaftaran memakai Cloudflare Turnstile untuk membedakan manusia dari program.',
      ],
    },
    {
      title: 'Pihak yang memproses data',
      text: [
        'Layanan berjalan di Cloudflare. Pesan dikirim melalui WhatsApp. Kami tidak menjual data pribadi dan hanya memberikannya kepada pihak lain bila diwajibkan hukum.',
      ],
    },
    {
      title: 'Keamanan',
      text: [
        'Sambungan terenkripsi, kata sandi disimpan sebagai hash dengan garam, sesi WhatsApp terenkripsi, dan setiap tindakan pengelola dicatat dalam catatan audit.',
        'Bila terjadi kegagalan pelindungan data pribadi, kami memberi tahu Anda dan lembaga yang berwenang paling lambat 3 x 24 jam.',
      ],
    },
    {
      title: 'Hak Anda',
      text: [
        'Anda berhak melihat, memperbaiki, menghapus, dan memindahkan data pribadi Anda, menarik persetujuan, serta mengajukan keberatan. Ubah data Anda di halaman Profil, atau hubungi Admin/CS.',
        'Penerima pesan menarik persetujuannya dengan membalas BERHENTI. Dengan membalas INFO mereka mendapat tautan ke halaman mereka sendiri: di sana mereka membaca, mengunduh, dan menghapus data mereka, menyimpan tanda terima persetujuan, menunda pesan, berhenti, atau menyatakan tidak pernah setuju.',
      ],
    },
  ],
}
