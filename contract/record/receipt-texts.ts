// The words of the page on which a receipt is checked, in two languages. Free of zod.
import type { PageLanguage } from '../ground/page-language.ts'

const indonesian = {
  title: 'Periksa tanda terima persetujuan',
  lead: 'Tempel isi berkas tanda terima. Kami hanya memeriksa tanda tangannya; tidak ada yang dicari atau disimpan.',
  field: 'Isi tanda terima',
  check: 'Periksa',
  ours: 'Asli: ditandatangani oleh layanan ini dan tidak diubah.',
  oursNote: (when: string) => `Isinya adalah keadaan pada ${when}. Keadaan sekarang terbaca lewat tautan di pesan.`,
  form: 'Ini bukan tanda terima. Tempel seluruh isi berkasnya, mulai dari “ey”.',
  origin: 'Tanda terima ini dari layanan lain. Periksa di alamat yang disebut di dalamnya.',
  key: 'Tidak dapat dipastikan: kunci yang disebut tanda terima ini tidak dikenal di sini.',
  forged: 'PALSU: isinya tidak sesuai dengan tanda tangannya.',
  number: 'Nomor',
  state: 'Keadaan',
  states: { given: 'setuju menerima pesan', paused: 'setuju, tetapi sekarang tidak dikirimi', withdrawn: 'berhenti' },
  source: 'Persetujuan lewat',
  time: 'Dicatat',
  purpose: 'Untuk apa',
  asKept: '(menurut catatan sumber saat ditandatangani)',
  controller: 'Oleh siapa',
  notice: 'Teks privasi',
  none: 'tidak tercatat',
}
type ReceiptTexts = typeof indonesian
export const RECEIPT_TEXTS: Readonly<Record<PageLanguage, ReceiptTexts>> = {
  id: indonesian,
  en: {
    title: 'Check a receipt of consent',
    lead: 'Paste the whole of the receipt. Its signature is checked; nothing is looked up or kept.',
    field: 'Text of the receipt',
    check: 'Check',
    ours: 'Genuine: this service signed it, and nobody changed it.',
    oursNote: (when: string) =>
      `It says how things were on ${when}. How they are now is behind the address in the messages.`,
    form: 'This is no receipt. Paste the whole of it, from “ey” on.',
    origin: 'This receipt is of another service. Check it at the address that it names.',
    key: 'Not certain: the key that this receipt names is not known here.',
    forged: 'FORGED: what it says does not fit its signature.',
    number: 'Number',
    state: 'State',
    states: { given: 'agrees to messages', paused: 'agrees, but gets nothing now', withdrawn: 'stopped' },
    source: 'Agreed by',
    time: 'Recorded',
    purpose: 'What for',
    asKept: '(by what is kept of the source as it was signed)',
    controller: 'By whom',
    notice: 'Privacy text',
    none: 'not recorded',
  },
}
