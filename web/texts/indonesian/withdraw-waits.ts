// The wait of a tied decider, for the office and for the member (rule decider-wait).
import { tieNouns } from '../../../contract/people/tie-nouns.ts'

export const waitTexts = {
  ties: tieNouns,
  somebody: 'Seseorang',
  ask: 'Buka masa tunggu 72 jam?',
  asked: (name: string, nominal: string) =>
    `Tentang permintaan ${nominal} dari ${name}: ${name} diberi tahu sekarang di lonceng, perangkat, dan email, dan dapat menekan Bukan saya selama uangnya belum dipesan di bank. Sesudah 72 jam Anda dapat menerimanya, bila masih tidak ada orang lain. Rekonsiliasi mencatatnya.`,
  open: 'Buka masa tunggu',
  opened: 'Masa tunggu dibuka. Member sudah diberi tahu.',
  openFailed: 'Masa tunggu tidak dibuka',
  office: (by: string, tie: string, until: string) =>
    `Masa tunggu dibuka ${by} (${tie}), selesai ${until}. Member sudah diberi tahu.`,
  officeStopped: (at: string) =>
    `Member menekan Bukan saya ${at}. Hanya orang yang tidak terikat dengannya yang dapat melepas dan memutuskannya.`,
  own: (by: string, tie: string, until: string) =>
    `${by} terikat dengan Anda (${tie}) dan tidak ada orang lain yang dapat memutuskannya. Mulai ${until} ia dapat membayarnya. Bila bukan Anda yang memintanya, tekan Bukan saya.`,
  ownStopped:
    'Anda menekan Bukan saya. Permintaan ini ditahan sampai orang yang tidak terikat dengan Anda memeriksanya.',
  notMe: 'Bukan saya',
  notMeTitle: 'Bukan Anda yang memintanya?',
  notMeText: (nominal: string) =>
    `Permintaan ${nominal} dan withdraw Anda yang lain ditahan sampai orang yang tidak terikat dengan Anda memeriksanya. Ini tidak dapat Anda cabut sendiri. Ganti juga kata sandi Anda.`,
  notMeYes: 'Bukan saya, tahan',
  notMeDone: 'Withdraw Anda ditahan.',
  notMeFailed: 'Tidak dapat ditahan',
  reconciled: 'Diterima setelah masa tunggu',
  reconciledLead: 'Oleh orang yang terikat dengan membernya, karena tidak ada orang lain.',
  reconciledTable: 'Permintaan yang diterima setelah masa tunggu',
  columns: { name: 'Nama', nominal: 'Nominal', by: 'Diterima', tie: 'Ikatan' },
  byAt: (by: string, at: string) => `${by}, ${at}`,
} as const
