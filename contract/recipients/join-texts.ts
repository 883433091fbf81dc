// The words of the joining page, in two languages. Free of zod.
import type { PageLanguage } from '../ground/page-language.ts'

const indonesian = {
  lead: 'Anda diajak menerima pesan WhatsApp. Halaman ini tidak mengirim pesan kepada siapa pun; Anda sendiri yang mendaftar.',
  what: 'Yang Anda terima',
  frequency: 'Seberapa sering',
  byWhom: 'Dari siapa',
  topic: 'Topik',
  until: 'Dapat mendaftar sampai',
  agree: (version: string) =>
    `Saya sudah membaca apa yang saya terima dan teks privasi versi ${version}, dan saya setuju.`,
  tickFirst: 'Centang dahulu bahwa Anda setuju.',
  join: 'Daftar lewat WhatsApp',
  next: 'WhatsApp terbuka pada nomor dari salah satu akun kami dengan pesan ini dan kode formulir. Anda terdaftar sesudah mengirimnya sendiri dalam satu hari, dan mendapat satu balasan.',
  nextWritten:
    'WhatsApp terbuka pada nomor dari salah satu akun kami. Tulis sendiri pesan ini di sana. Anda terdaftar sesudah mengirimnya, dan mendapat satu balasan.',
  only: 'Hanya nomor yang menulis pesan ini yang terdaftar, tidak ada yang lain.',
  stop: 'Berhenti kapan saja dengan membalas BERHENTI. Balas INFO untuk membaca apa yang kami simpan.',
  privacy: (version: string) => `Teks privasi, versi ${version}`,
  ended: 'Ajakan ini sudah berakhir',
  endedNote:
    'Tidak ada lagi yang dapat mendaftar lewat halaman ini. Yang sudah terdaftar tetap terdaftar, dan dapat berhenti kapan saja.',
  unknown: 'Ajakan ini tidak ada',
  unknownNote: 'Periksa alamat pada poster atau tautan yang Anda terima.',
  nobody: 'Saat ini tidak ada nomor yang dapat dibuka',
  nobodyNote: (keyword: string) =>
    `Coba lagi nanti. Bila Anda sudah pernah menerima pesan dari kami, kirim “${keyword}” ke nomor itu.`,
  back: 'Kembali ke ajakan',
}
export type JoinTexts = typeof indonesian
export const JOIN_TEXTS: Readonly<Record<PageLanguage, JoinTexts>> = {
  id: indonesian,
  en: {
    lead: 'You are invited to receive WhatsApp messages. This page sends nothing to anybody; you join by your own message.',
    what: 'What you receive',
    frequency: 'How often',
    byWhom: 'From whom',
    topic: 'Topic',
    until: 'Open until',
    agree: (version: string) => `I have read what I receive and the privacy text, version ${version}, and I agree.`,
    tickFirst: 'Tick first that you agree.',
    join: 'Join on WhatsApp',
    next: 'WhatsApp opens at the number of one of our accounts with this message and the form’s code. You have joined once you sent it yourself, within a day, and get one answer.',
    nextWritten:
      'WhatsApp opens at the number of one of our accounts. Write this message there yourself. You have joined once you sent it, and get one answer.',
    only: 'Only the number that writes this message joins, nobody else.',
    stop: 'Stop at any time by answering BERHENTI. Answer INFO to read what we keep.',
    privacy: (version: string) => `Privacy text, version ${version}`,
    ended: 'This invitation has ended',
    endedNote: 'Nobody can join by this page any more. Whoever has joined stays, and can stop at any time.',
    unknown: 'There is no such invitation',
    unknownNote: 'Check the address on the poster, or what you were sent.',
    nobody: 'There is no number that can be opened now',
    nobodyNote: (keyword: string) =>
      `Try again later. If you have had a message from us before, send “${keyword}” to that number.`,
    back: 'Back to the invitation',
  },
}
