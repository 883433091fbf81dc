// In which words people ask to be left alone (rule own-words): Indonesian with the spellings of chats, Javanese, Sundanese and English. A kept
// list, held to 300 replies by stop-replies.test.ts. Case, doubled letters, digits at the end and -nya, -lah, -kah are taken off before it is asked.

/** Spellings and forms of one word, under the word that the phrases use. */
export const SPELLINGS: Readonly<Record<string, string>> = {
  stop: 'setop stp stopin stopkan distop nyetop mandeg mandheg leren liren eureun eureunan eureunkeun',
  berhenti:
    'brhenti berhnti brenti berenti brhnti berhentikan berhentiin henti hentikan hentiin dihentikan diberhentikan',
  unsub: 'unsubs unsubscribe unsubcribe unsubscrib unfollow optout',
  jangan: 'jgn jngn jangn jng janganlah ojo ojok ampun mpun ulah tong dont donot',
  tidak:
    'tdk tak ga gak gk nga ngak ngga nggak enggak enga engak kagak kaga nda ndak ndk ora ra mboten boten teu henteu not',
  usah: 'perlu prlu kudu kedah butuh',
  mau: 'mo mw ingin pengen pengin pingin hoyong arep want wanna',
  minat: 'tertarik berminat interested',
  kirim:
    'krim krm kirimi kirimin kirimkan dikirim dikirimi dikirimin ngirim ngirimi ngirimin mengirim mengirimi kirimkeun ngintun kintun send sending',
  hubungi:
    'menghubungi dihubungi hub kontak ngontak calling call contact contacting telpon telepon telp nelpon menelepon ditelpon japri pm message messaging text texting ngewa ngechat chatin dichat',
  ganggu: 'mengganggu nganggu diganggu gangguin bother disturb',
  spam: 'spaming spammer nyepam dispam spamin ngespam',
  pesan:
    'psn pesen chat chatan cht msg sms broadcast brodkes bc promo promosi iklan ads wa wasap whatsapp notif info katalog messages texts',
  hapus: 'apus hps hapuskan hapusin hpus dihapus delete remove buang keluarkan keluarin kluarin busek pupus',
  nomor: 'nomer nmr no nope nomorku nomerku kontakku number data dataku',
  saya: 'sy sya aku ku gue gw gua ane kulo kula abdi kuring urang kami kita me us my',
  lagi: 'lg lgi maning maneh malih meneh deui anymore more again',
  terima: 'nerima menerima trima dapat dapet nampa nampi receive get',
  daftar: 'list langganan berlangganan grup group subscription mendaftar ngedaftar ndaftar terdaftar',
  blokir: 'blocked diblokir ngeblok blokirin laporkan laporin',
}

/** Said between the words of a phrase, or beside it, and changing nothing of it. */
export const FILLERS =
  'lagi terus trus pernah dong donk ya yah yaa y kak ka kaka kakak pak bu bang bos gan sis min admin mas mbak mba teh akang kang dulu dl saya ke wa ini itu tolong tlg coba mohon mhn please pls sering selalu tiap setiap hari mulu melulu sama banyak apa pun apapun yang yg tu tuh aja deh lah sih the any to ever me my nih ah di untuk utk sekali banget bgt wae atuh punten nuwun sewu ngapunten'
/** Beside a reply that is nothing but a phrase. */
export const POLITE = 'oke ok maaf sorry terima kasih makasih trims thanks thank you halo hai permisi udah sudah wis'

/** A word of stopping after one of these, with no sign between them, is not said to us. */
export const NEGATIONS = 'jangan never non tanpa bukan lupa'
/** So it is after two words of which the second is one of these: "tidak mau berhenti", "jangan sampai berhenti". */
export const NEGATED_BY_TWO = { first: 'jangan tidak belum', second: 'mau usah sampai' }

/** In any reply. Alternatives of one place are parted by a bar. */
export const PHRASES: readonly string[] = [
  'stop|berhenti|unsub|blokir|spam|keganggu|terganggu|risih',
  'jangan kirim|hubungi|ganggu|spam|pesan',
  'rasah|tidak usah|rasah kirim|hubungi|ganggu|pesan',
  'rasah kirim|hubungi|pesan',
  'tidak mau|minat kirim|hubungi|pesan|lagi|terima',
  'tidak kirim|hubungi|ganggu pesan|lagi|saya|nomor',
  'block|report you|nomor',
  'tidak minat|setuju|sudi|izinkan|ijinkan|daftar',
  'tidak pernah setuju|daftar|minta|ngasih|kasih',
  'tidak merasa daftar',
  'hapus nomor|saya|daftar|kontak',
  'nomor|kontak hapus',
  'keluar dari daftar',
  'batal|batalkan|cancel|akhiri daftar',
  'do not kirim|hubungi|ganggu|spam|pesan',
  'opt out',
  'no more',
  'leave saya alone',
  'take saya off',
  'salah nomor|sambung|orang|alamat',
  'wrong nomor|person',
  'bukan nomor',
  'blok nomor',
  'embung|emoh|ogah|wegah|moh pesan|kirim|hubungi|lagi|terima',
]

/** Only where they are all of a reply, beside FILLERS and POLITE. */
export const WHOLE: readonly string[] = [
  'cukup|end|quit|cancel|batal|keluar|embung|emoh|ogah|wegah|unlist|hapus|delete|remove|blok|rasah|mengganggu|nganggu|ganggu|block',
  'tidak mau|usah',
  'cukup sekian',
]
