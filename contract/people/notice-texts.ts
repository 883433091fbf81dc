// The sentence of each notice, for its list, for devices and for the daily mail. What a device shows without being asked to
// show details has no amount, no name and no number (rule notice-form).
import { NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import type { NoticeData, NoticeOf } from './notices.ts'
import { momentText } from '../ground/texts.ts'
import { tieNouns } from './tie-nouns.ts'
import { showRupiah, showWhole } from '../ground/value-texts.ts'

const SUSPENDED = { deleted: 'pesan terkirim dihapus atau diubah', banned: 'WhatsApp memblokir nomornya' } as const
const OUT = {
  loggedOut: 'keluar dari WhatsApp. Tautkan lagi agar dapat mengirim.',
  conflict: 'dibuka di tempat lain, jadi sambungannya berhenti. Sambungkan lagi bila ingin mengirim.',
  disconnected: 'terputus dan tidak berhasil tersambung lagi. Sambungkan ulang.',
} as const

/** A blast that failed part of the way says so; one without failures does not speak of them. */
const finished = ({ account, sent, fail, earned, error }: NoticeData['blast_finished']): string => {
  const failed = fail > 0 ? `, ${showWhole(fail)} gagal` : ''
  const counts = `${showWhole(sent)} pesan terkirim${failed}, pendapatan ${showRupiah(Math.floor(earned))}.`
  return error === null
    ? `Blast ${account} selesai: ${counts}`
    : `Blast ${account} terhenti. ${error} Hasilnya: ${counts}`
}

const STATUS = {
  active: 'Anda aktif lagi: mengirim pesan dan menarik saldo kembali dapat dilakukan.',
  paused: 'Anda dijeda admin: mengirim pesan dan menarik saldo dihentikan dahulu.',
  closed: 'Akun Anda ditutup admin.',
} as const

const CHANGED = {
  password: 'Kata sandi Anda diganti.',
  email: 'Email Anda diganti.',
  bank: 'Data rekening bank Anda diubah.',
  totp_on: 'Aplikasi kode dipasang sebagai langkah kedua saat masuk.',
  totp_off: 'Aplikasi kode dilepas dari akun Anda.',
  totp_replaced: 'Aplikasi kode Anda diganti dengan yang baru; yang lama tidak berlaku lagi.',
  passkey_on: 'Kunci sandi ditambahkan ke akun Anda.',
  passkey_off: 'Kunci sandi dihapus dari akun Anda.',
  recovery: 'Kode pemulihan Anda dibuat ulang.',
  reset: 'Langkah kedua Anda dilepas oleh admin.',
  reset_link: 'Admin membuat tautan kata sandi baru untuk akun Anda.',
} as const
const ASKED: { [K in NoticeData['office_approval']['of']]: (rupiah: string) => string } = {
  bonus: (rupiah) => `bonus ${rupiah}`,
  price: (rupiah) => `harga per pesan ${rupiah}`,
  level: (rupiah) => `harga level ${rupiah}`,
  withdraw: (rupiah) => `withdraw ${rupiah}`,
  return: (rupiah) => `pengembalian withdraw ${rupiah} oleh bank`,
  setting: () => 'pengaturan batas atau harga',
  lift: () => 'pengeluaran nomor dari Daftar Berhenti',
  payout: (rupiah) => `batch pembayaran ${rupiah}`,
}
/** Stored by a later release, before it was rolled back. */
const LATER = 'dari versi berikutnya, yang belum dapat ditunjukkan versi ini'
const isKnown = (kind: string): kind is NoticeKind => NOTICE_KINDS.some((known) => known === kind)
const askedFor = ({ of, amount }: NoticeData['office_approval']): string =>
  of in ASKED ? ASKED[of](showRupiah(amount)) : `permintaan ${LATER}`
const decided = (data: NoticeData['office_decided']): string => {
  const what = `${askedFor(data)} yang Anda minta`
  if (data.outcome === 'dropped')
    return `Tidak menunggu persetujuan lagi: ${what}. ${data.reason ?? 'Permintaannya sudah diputuskan atau dibatalkan.'}`
  const said = `${data.who} ${data.outcome === 'approved' ? 'menyetujui' : 'menolak'} ${what}.`
  return data.reason ? `${said} Alasan: ${data.reason}` : said
}
const DECIDED = {
  approved: 'Yang Anda minta sudah disetujui orang kedua.',
  refused: 'Yang Anda minta ditolak orang kedua.',
  dropped: 'Yang Anda minta tidak menunggu persetujuan lagi.',
} as const
const NOT_YOU = 'Bila bukan Anda, segera hubungi Admin/CS.'
const country = (code: string | null): string => (code === null ? '' : ` di ${regions.of(code) ?? code}`)
const regions = new Intl.DisplayNames(['id'], { type: 'region' })

const RESTS = {
  stops: (count: string, of: string) => `${count} dari ${of} penerima terakhirnya berhenti menerima pesan`,
  undelivered: (count: string, of: string) => `${count} dari ${of} pesan terakhirnya tidak sampai ke ponsel penerima`,
} as const

const PAID = {
  accepted: 'disetujui. Transfernya menyusul.',
  ordered: 'sudah ditransfer ke rekening Anda.',
  paid: 'sudah dibayar ke rekening Anda.',
} as const

const PAID_PLAIN = { accepted: 'sudah disetujui.', ordered: 'sudah ditransfer.', paid: 'sudah dibayar.' } as const

type Texts = { [K in NoticeKind]: { full: (data: NoticeData[K]) => string; plain: (data: NoticeData[K]) => string } }
const TEXTS: Texts = {
  account_out: {
    full: ({ account, state }) => `Akun ${account} ${OUT[state]}`,
    plain: ({ state }) => `Salah satu akun WhatsApp Anda ${OUT[state]}`,
  },
  account_suspended: {
    full: ({ account, reason, count }) =>
      `Akun ${account} ditangguhkan: ${SUSPENDED[reason]}. Ini penangguhan ke-${count}. Hubungi Admin/CS.`,
    plain: () => 'Salah satu akun WhatsApp Anda ditangguhkan. Hubungi Admin/CS.',
  },
  account_activated: {
    full: ({ account }) => `Penangguhan akun ${account} sudah dicabut.`,
    plain: () => 'Penangguhan salah satu akun WhatsApp Anda sudah dicabut.',
  },
  account_rests: {
    full: ({ account, why, count, of, until }) =>
      `Akun ${account} beristirahat sampai ${momentText(until)} WIB, lalu lanjut sendiri: ${RESTS[why](showWhole(count), showWhole(of))}.`,
    plain: () => 'Salah satu akun WhatsApp Anda beristirahat dan lanjut sendiri.',
  },
  withdraw_paid: {
    full: ({ nominal, stage }) => `Withdraw ${showRupiah(nominal)} ${PAID[stage ?? 'paid']}`,
    plain: ({ stage }) => `Withdraw Anda ${PAID_PLAIN[stage ?? 'paid']}`,
  },
  withdraw_rejected: {
    full: ({ nominal, reason, returned }) =>
      `Withdraw ${showRupiah(nominal)} ${returned ? 'dikembalikan bank' : 'ditolak'} dan dananya kembali ke saldo Anda.${reason ? ` Alasan: ${reason}` : ''}`,
    plain: ({ returned }) =>
      `Withdraw Anda ${returned ? 'dikembalikan bank' : 'ditolak'}. Dananya kembali ke saldo Anda.`,
  },
  withdraw_wait: {
    full: ({ nominal, tie, until }) =>
      `Withdraw ${showRupiah(nominal)} menunggu, karena semua yang dapat memutuskannya terikat dengan Anda (${tieNouns[tie]}). Mulai ${momentText(until)} WIB salah satunya dapat membayarnya. Bila bukan Anda yang memintanya, tekan Bukan saya di halaman Withdraw.`,
    plain: () =>
      'Withdraw Anda menunggu untuk diputuskan orang yang terikat dengan Anda. Bila bukan Anda, tekan Bukan saya.',
  },
  blast_finished: {
    full: finished,
    plain: ({ error }) => (error === null ? 'Blast Anda selesai.' : 'Blast Anda terhenti sebelum selesai.'),
  },
  recipients_again: {
    full: () => 'Ada penerima lagi. Mulai blast untuk mengirim.',
    plain: () => 'Ada penerima lagi. Mulai blast untuk mengirim.',
  },
  person_status: {
    full: ({ status, reason }) => (reason === null ? STATUS[status] : `${STATUS[status]} Alasan: ${reason}`),
    plain: ({ status }) => STATUS[status],
  },
  new_device: {
    full: (data) =>
      `Akun Anda dimasuki dari perangkat baru${data.device === '' ? '' : `: ${data.device}`}${country(data.country)}. ${NOT_YOU}`,
    plain: () => 'Akun Anda dimasuki dari perangkat baru.',
  },
  credentials: {
    full: ({ what }) => `${CHANGED[what]} ${NOT_YOU}`,
    plain: ({ what }) => CHANGED[what],
  },
  office_withdraw: {
    full: ({ who, nominal }) => `${who} meminta withdraw ${showRupiah(nominal)}.`,
    plain: () => 'Ada permintaan withdraw baru.',
  },
  office_suspended: {
    full: ({ who, account, reason }) => `Akun ${account} milik ${who} ditangguhkan: ${SUSPENDED[reason]}.`,
    plain: () => 'Sebuah akun member ditangguhkan.',
  },
  office_approval: {
    full: (data) => `${data.who} meminta persetujuan orang kedua: ${askedFor(data)}.`,
    plain: () => 'Ada yang menunggu persetujuan orang kedua.',
  },
  office_decided: { full: decided, plain: ({ outcome }) => DECIDED[outcome] },
}

/** @param details false: without amounts, names and numbers */
export const noticeText = <K extends NoticeKind>(
  { kind, data }: { kind: K; data: NoticeData[K] },
  details: boolean,
): string => {
  if (!isKnown(kind)) return `Ada kabar ${LATER}.`
  return details ? TEXTS[kind].full(data) : TEXTS[kind].plain(data)
}

/** The heading of a device's notice, which names no more than its subject. */
export const pushTitle = (kind: NoticeKind): string => {
  if (!isKnown(kind)) return 'Kabar'
  if (kind === 'blast_finished' || kind === 'recipients_again') return 'Blast'
  if (kind === 'person_status') return 'Akun Anda'
  if (kind === 'new_device' || kind === 'credentials') return 'Keamanan akun'
  if (kind === 'office_approval' || kind === 'office_decided') return 'Persetujuan'
  return kind.includes('withdraw') ? 'Withdraw' : 'Akun WhatsApp'
}

/** The daily mail. */
/** Without a greeting by name (rule mails-without-names). */
export const digestMail = (sentences: readonly string[], origin: string): { subject: string; text: string } => ({
  subject: `${showWhole(sentences.length)} kabar yang belum Anda baca`,
  text: [
    'Halo,',
    ...sentences.map((sentence) => `- ${sentence}`),
    `Buka: ${origin}/dashboard`,
    `Email ini dikirim paling banyak sekali sehari. Anda dapat mematikannya di ${origin}/profile#notifikasi`,
  ].join('\n\n'),
})

/** The screen where one acts on a notice. */
export const noticeLink = ({ kind, data }: NoticeOf): string => {
  if (!isKnown(kind)) return '/dashboard'
  switch (kind) {
    case 'account_out':
      // an account that asks which numbers exist is linked on that kind's own screen
      return `/whatsapp/create?r=${encodeURIComponent(data.id)}${data.purpose === 'blast' ? '' : `&type=${data.purpose}`}`
    case 'office_suspended':
      return `/member/whatsapp?id=${encodeURIComponent(data.user_id)}`
    case 'office_withdraw':
      return '/withdraw/requested'
    case 'office_approval':
    case 'office_decided':
      return data.batch === null
        ? '/withdraw/requested/approvals'
        : `/withdraw/requested/payouts?id=${encodeURIComponent(data.batch)}`
    case 'withdraw_paid':
    case 'withdraw_rejected':
    case 'withdraw_wait':
      return '/withdraw'
    case 'person_status':
      return '/profile'
    case 'new_device':
    case 'credentials':
      return '/profile#keamanan'
    case 'account_suspended':
    case 'account_activated':
    case 'account_rests':
    case 'blast_finished':
    case 'recipients_again':
      return '/whatsapp'
  }
}
