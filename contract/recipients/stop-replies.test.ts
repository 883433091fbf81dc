// 300 replies as people write them, by what they must mean (rule own-words). Parted by a bar.
import { describe, expect, test } from 'vitest'
import { meaningOf } from './replies.ts'

const STOPS = `
Stop dong | stop dong kak | STOP!!! | stoppp | stop ya | tolong stop | tolong stop ya kak | stop kirim pesan | stop kirim wa terus
| Stop promo | stop broadcast dong | setop | setop kirim | stop langganan | mohon dihentikan | mohon berhenti | berhenti ya kak
| jangan, stop | tidak mau, berhenti | jangan di kirim lagi | mohon tidak mengirim pesan lagi | mohon tidak menghubungi saya lagi
| tolong nomor saya dihapus | ini mengganggu sekali | Berhenti dong | saya mau berhenti | mau brenti | brenti ah | berhenti langganan | berhenti kirim kirim | hentikan | Hentikan ini!
| tolong hentikan kiriman ini | jangan kirim lagi | jangan kirim lagi ya | Jangan kirim pesan lagi | jgn kirim lagi | jgn krm lagi
| jangan dikirimi lagi | jangan kirim2 lagi | jgn wa lagi | jangan wa saya lagi | jangan chat saya | jangan hubungi saya lagi
| jgn hubungi sy | tolong jangan hubungi nomor ini | jangan ganggu | jangan ganggu saya | jgn ganggu dong | jangan spam
| jangan spam dong kak | jgn nyepam | spam | spam!! | ini spam | spam terus | ga usah kirim | gak usah kirim lagi
| ga usah wa lagi | tidak usah dikirimi | ngga usah kirim promo lagi | tak usah hubungi saya | ga perlu kirim lagi
| tidak mau lagi | gak mau lagi | ga mau | tidak mau terima pesan | ga mau dapat promo lagi | tidak minat | ga minat kak
| maaf tidak tertarik | gak tertarik | tdk berminat | Tolong hapus nomor saya | hapus nomor saya | hapus no saya | hapus nomer ini
| hapus data saya | tolong hapus kontak saya | keluarkan saya dari grup | keluarin saya | batal langganan | unsub | unsub dong
| unsubscribe please | Unsubscribe me | blokir | saya blokir ya | ngeblok nih | saya laporkan | cukup | cukup ya | sudah cukup, terima kasih
| batal | cancel | salah nomor | salah sambung | maaf salah orang | bukan nomor budi | saya tidak pernah daftar
| saya ga pernah daftar | tidak pernah minta | saya tidak setuju | ga merasa daftar | mengganggu | ganggu aja, stop | risih
| stop spamming me | please stop | stop it | stop texting me | don't text me | dont message me again | do not contact me
| remove me | remove my number | take me off | no more messages | no more | not interested | leave me alone | opt out | quit
| wrong number | mandheg | mandheg dhisik | leren kirim mas | ojo kirim maneh | ojo ngirim pesan maneh | ojo wa aku maneh
| aja kirim maneh | rasah kirim maneh | ora usah ngirim | ampun ngirim malih | ora gelem, mandheg | emoh | eureun | eureun atuh
| ulah ngirim deui | ulah ngirim pesan wae | tong kirim deui | teu kedah ngirim deui | embung | embung nampi deui | punten eureun
`
const DOUBTS = `
Maaf kak saya sudah tidak membutuhkan lagi, jangan kirim pesan ke nomor ini | saya sedang rapat tolong jangan chat dulu ya kak nanti saja
| Mohon maaf sebelumnya, bisa tolong stop kirim pesan ke nomor saya | kenapa saya masih dikirimi padahal sudah bilang berhenti dari kemarin
| ini nomor siapa ya kok kirim promo terus, saya mau berhenti langganan | tolong ya mba nomor saya dihapus saja, hapus nomor saya dari sistem
| saya tidak pernah daftar di mana pun, dapat nomor saya dari mana ya | sudah tiga kali saya minta, jangan hubungi saya lagi atau saya laporkan
| please stop sending me these messages, I never asked for them at all | I have asked you twice already to remove my number from your list
| can you take me off this list, I do not live there any more | mas tulung ojo ngirim pesan maneh yo, aku wis ora butuh
| punten pisan kang ulah ngirim pesan deui ka nomer ieu nya | barangnya bagus tapi tolong jangan spam setiap hari, seminggu sekali saja
| aku ga minat sama yang ini tapi kalau ada diskon sepatu kabari | anak saya yang pakai nomor ini, salah nomor ya pak mohon maaf
| halo admin, kalau mau berhenti caranya bagaimana ya? balas apa | gimana cara unsubscribe dari pesan seperti ini ya kak admin
| kok tidak berhenti berhenti kirim pesannya, saya kan sudah bilang tidak | pesanan saya kemarin tolong stop dulu ya jangan dikirim hari ini
| lama lama saya blokir juga ini nomor, tiap pagi kirim terus | tolong dong jangan ganggu waktu istirahat orang malam malam begini
| we are not interested in any of this, please do not contact us | hapus saya dari daftar kalian sekarang juga, saya serius ini ya
`
const NONE = `
ya | oke | ok kak | siap | baik | terima kasih | makasih ya | 👍 | 🙏🙏 | ? | halo | iya kak ada apa | berapa harganya? | harga berapa kak
| masih ada stok? | stoknya ready? | ready kak? | ukuran L ada? | warna hitam ada? | kirim alamat ya | bisa kirim ke Bandung?
| ongkir ke Surabaya berapa | kirim katalog dong | kirim lagi dong katalognya | langsung aja kirim ke rumah | kirim aja kak
| saya mau pesan | mau pesan dua | saya minat | minat kak | tertarik dong | mau dong | mau lagi | daftar | saya mau daftar
| cara daftarnya gimana | sudah daftar kak | jangan berhenti | jangan berhenti ya kak | jangan stop dong | jangan stop promonya
| jgn berhenti kirim promo | never stop | don't stop | dont stop sending | ojo mandheg | ulah eureun nya | buka nonstop? | non stop ya?
| Tidak, saya tidak mau berhenti | ga usah berhenti | jangan sampai berhenti ya | Maaf mengganggu kak, mau tanya harga | kak gak bisa kirim ke Papua?
| jangan lupa kirim katalog | jangan lupa kabari saya | jangan lama-lama kirimnya | jangan sampai telat kirim | jangan ragu hubungi saya
| jangan mahal-mahal dong | jangan lupa promonya | hubungi saya besok | tolong hubungi saya | telepon saya jam 3 | wa saya di nomor ini
| nomor saya yang baru 0812 | ini nomor baru saya | ganti nomor ya | nomornya berapa | no rekening berapa | no hp nya ganti
| promonya sampai kapan | kapan promo berakhir | promo apa hari ini | diskon berapa persen | ada promo lagi? | iklannya lucu
| kirim ke blok C no 12 | rumah di blok A nomor 3 | alamat saya blok M | stopkontak ada?
| tidak apa apa | gapapa kak | tidak ada | ga ada uang kak | belum gajian | nanti dulu | besok saja | nanti saya kabari | tunggu ya
| gak bisa datang besok | tidak bisa hari ini | saya tidak tahu | gak ngerti kak | ga paham maksudnya | tidak jadi yang merah, biru saja
| yang merah tidak ada? | gak ada yang lebih murah? | ga salah tuh harganya? | salah kirim warna kak | barang belum sampai | pesanan saya mana
| paket sudah sampai | sudah saya terima | sudah diterima kak | dapat diskon? | terima pesanan custom? | terima COD? | bisa COD?
| mau lapor pesanan belum sampai | mau komplain | kecewa kak | bagus banget | mantap | keren | sip | lanjut | mulai | LANJUT | start
| siapa ini? | ini siapa ya | dari mana? | toko apa ini? | alamat tokonya di mana | buka jam berapa | tutup jam berapa | libur tidak?
| how much is it | is it still available | send me the catalog | call me tomorrow | i want two | thank you | yes please | ok thanks
| monthly report please | Block C No 5 | I did not get the message | saya tidak terima pesannya
| what time do you open | more photos please | any more colors? | no problem | not yet | maybe later | I will think about it
| piro regane mas | isih ana stok? | sesuk wae mas | matur nuwun | nggih | njih mas | aku gelem loro | sabaraha hargana kang | aya keneh teu?
| hatur nuhun | muhun | enjing wae | abdi hoyong dua | tong hilap nya kang | tong sampah ada? | cukup uang segini? | cukup murah ya
| wa aja ya kak | wa aku besok | chat aja ke sini | kabari lewat sms aja | saya chat besok ya | pm harga kak | pesan untuk besok bisa?
| promo ini khusus member? | nomor antrian berapa | hapus pesanan nomor dua? belum | keluar kota dulu kak | lagi di luar
`
/** Said of something else, and a stop all the same: in doubt it is the person who is believed. By MULAI they ask for more (rule lift). */
const MISREAD = `
jual stop kontak? | jangan kirim dulu kak | jangan kirim ke alamat lama | halte bus stop mana | rekening saya diblokir bank
| tidak usah dikirim, saya ambil sendiri | saya tidak minat yang merah
`
const listOf = (text: string): string[] => text.split('|').map((reply) => reply.trim())

describe('rule own-words: people say stop in words of their own', () => {
  test.each(listOf(STOPS))('%s: a stop', (reply) => expect(meaningOf(reply)).toBe('stop'))
  test.each(listOf(DOUBTS))('%s: nothing for a day, and a question', (reply) => expect(meaningOf(reply)).toBe('doubt'))
  test.each(listOf(NONE))('%s: none', (reply) => expect(meaningOf(reply)).toBeNull())
  test.each(listOf(MISREAD))('%s: a stop, for want of knowing', (reply) => expect(meaningOf(reply)).toBe('stop'))
  test('they are 300 at least, each once', () => {
    const all = [STOPS, DOUBTS, NONE, MISREAD].flatMap(listOf)
    expect(all.length).toBeGreaterThanOrEqual(300)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('rule own-words: six words are a stop, seven are a doubt', () => {
  test('counted without signs and emoji', () => {
    expect(meaningOf('kak , tolong … stop kirim pesan 🙏 ya !')).toBe('stop')
    expect(meaningOf('kak, tolong stop kirim pesan ya makasih')).toBe('doubt')
  })
  test('of a long text the beginning is read', () => {
    expect(meaningOf(`${'kata '.repeat(100)}jangan kirim lagi`)).toBe('doubt')
    expect(meaningOf(`${'kata '.repeat(500)}jangan kirim lagi`)).toBeNull()
  })
})
