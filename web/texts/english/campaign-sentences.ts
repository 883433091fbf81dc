// What the contract says of campaigns, in English.
export const campaignSentences: Record<string, string> = {
  'Sudah ada kampanye dengan nama ini.': 'A campaign has this name already.',
  'Hanya kampanye yang sudah selesai atau dibatalkan yang bisa diarsipkan.':
    'Only a campaign that has finished or was cancelled can be archived.',
  'Anda, atau orang yang dapat masuk sebagai Anda, mengubah kampanye ini, template, segmen, atau kolomnya. Orang lain harus memeriksa lalu memulainya. Bila ia juga mengubah sesuatu, ia menyimpan formulirnya dulu, dan Anda yang memulai.':
    'You, or somebody who could sign in as you, changed this campaign, a template, its segment or a field of it. Somebody else must look at it and launch it. If they changed something, too, they save its form first, and you launch it.',
  'Kampanye yang sedang berjalan mengirim ini, dan orang lain harus memeriksa perubahannya. Jeda dulu kampanyenya.':
    'A campaign that is running sends this, and somebody else must look at the change. Pause the campaign first.',
  'Harga kampanye ini menunggu orang kedua. Tunggu keputusannya, atau batalkan permintaannya di Persetujuan.':
    'This campaign’s price waits for a second person. Wait for the decision, or take the request back in Approvals.',
  'Untuk penerima yang diperbarui tiap jam, tulis dulu waktu selesainya.':
    'For recipients that are renewed every hour it needs an end. Write one first.',
  'Penerima diperbarui tiap jam paling lama setahun. Majukan waktu selesainya.':
    'Recipients are renewed every hour for a year at most. Let it end earlier.',
  'Penerima sudah ditetapkan saat kampanye dimulai. Buat kampanye baru untuk penerima yang diperbarui tiap jam.':
    'The recipients were fixed at the launch. Make a new campaign for recipients that are renewed every hour.',
  'Untuk dibagi rata, tulis dulu waktu selesainya.': 'To be spread evenly it needs an end. Write one first.',
  'Anggaran ini lebih kecil dari biaya yang sudah keluar.': 'This budget is less than what was spent already.',
  'Tidak ada penerima yang bisa dikirimi di segmen ini. Ubah segmennya dulu.':
    'Nobody in this segment can be sent to. Change the segment first.',
  'Segmen ini sudah dihapus. Pilih segmen lain.': 'This segment was deleted. Choose another.',
  'Ada template yang belum aktif atau sudah dihapus. Aktifkan dulu atau pilih yang lain.':
    'A template is not active, or was deleted. Activate it, or choose another.',
  'Kampanye ini baru saja diubah, oleh orang lain atau di tab lain. Periksa keadaannya sekarang.':
    'This campaign has just been changed, by somebody else or in another tab. Look at how it stands now.',
  'Kampanye yang sedang berjalan tidak bisa diubah. Jeda dulu.':
    'A campaign that runs cannot be changed. Pause it first.',
  'Kolom ini sudah dihapus. Pilih kolom lain, atau WIB untuk semua.':
    'This column was deleted. Choose another one, or WIB for everybody.',
  'Zona tiap penerima sudah ditulis saat kampanye dimulai. Buat kampanye baru untuk zona lain.':
    'Each recipient’s zone was written down at the launch. Make a new campaign for other zones.',
  'Segmen sudah ditetapkan saat kampanye dimulai. Buat kampanye baru untuk segmen lain.':
    'The segment was fixed when the campaign was launched. Make a new one for another segment.',
  'Batas ini lebih kecil dari pesan yang sudah dikirim.': 'This limit is below what was sent already.',
  'Label ini dipakai kampanye yang sedang dimulai, atau yang penerimanya diperbarui tiap jam. Coba lagi setelahnya.':
    'A campaign that is being launched, or whose recipients are renewed every hour, uses this tag. Try again after it.',
  'Sebagian akun belum mendengar jedanya dan masih memegang penerima. Coba lagi sebentar lagi.':
    'Some accounts have not heard of the pause yet and still hold recipients. Try again in a moment.',
  'Waktu selesai sudah lewat. Ubah dulu sebelum melanjutkan.': 'The end has passed. Change it before you go on.',
  'Waktu mulai sudah lewat. Kosongkan agar dikirim begitu kampanye dimulai, atau pilih waktu yang akan datang.':
    'The start has passed. Leave it empty to send as soon as the campaign is launched, or choose a time to come.',
  'Tulis tanggal dan jam.': 'Enter a day and a time.',
  'Tanggal atau jam ini tidak ada. Periksa lagi.': 'There is no such day or time. Look at it again.',
  'Tulis jam, misalnya 08:00.': 'Enter a time, for example 08:00.',
  'Tulis nama kampanye.': 'Enter the campaign’s name.',
  'Nama kampanye paling panjang 60 huruf.': 'The campaign’s name may have at most 60 letters.',
}
const ENDINGS: Record<string, string> = {
  dihapus: 'was deleted',
  dibatalkan: 'was cancelled',
  selesai: 'has finished',
  'dibatalkan, karena basis data dipulihkan dari cadangan':
    'was cancelled, because the database was restored from a backup',
}
/** With something filled in. */
export const campaignsFilled: [RegExp, (...filled: string[]) => string][] = [
  [
    /^Dengan hari, jam, dan waktu selesai ini .+ mengirim (.+) WIB(?:, dan jam ini menurut (.+))?\.$/,
    (window, zone) =>
      `With these days, hours and this end no message can be sent: this place sends ${window} WIB only${zone ? `, and these hours are those of ${zone}` : ''}.`,
  ],
  [
    /^Harga di atas (.+) per pesan perlu orang kedua\. Buka Ubah lalu simpan, .+$/,
    (most) =>
      `A price above ${most} a message needs a second person. Open Change and save, and they are asked to approve it.`,
  ],
  [
    /^Kampanye “(.+)” (dihapus|selesai|dibatalkan(?:, karena .+)?)\.$/s,
    (name, ending = '') => `Campaign “${name}” ${ENDINGS[ending] ?? ending}.`,
  ],
]
