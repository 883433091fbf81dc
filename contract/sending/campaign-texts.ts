// What is said of a campaign's end: by the mail to who launched it (rule campaign-end-mail), which names nobody (rule mails-without-names), and to who
// asked for its price (rule campaign-price).
import type { Rupiah } from '../ground/money.ts'
import { showRupiah, showWhole } from '../ground/value-texts.ts'
import type { LeftWhy } from './campaign-left.ts'
import type { CampaignRow } from './campaigns.ts'

export type EndedCampaign = Pick<
  CampaignRow,
  | 'id'
  | 'name'
  | 'state'
  | 'why'
  | 'why_count'
  | 'why_of'
  | 'people'
  | 'success'
  | 'fail'
  | 'unknown'
  | 'delivered'
  | 'read'
  | 'answered'
  | 'waiting'
> & {
  cost: Rupiah
  /** Over what people are left who never got it. */
  left: LeftWhy | null
}

const ENDINGS = {
  deleted: 'dihapus',
  cancelled: 'dibatalkan',
  finished: 'selesai',
  restored: 'dibatalkan, karena basis data dipulihkan dari cadangan',
} as const
export type CampaignEnding = keyof typeof ENDINGS
/** Why a question about its price waits no longer. */
export const campaignEndedText = (name: string, ending: CampaignEnding): string =>
  `Kampanye “${name}” ${ENDINGS[ending]}.`

const STOPPED = {
  fails: (count: string, of: string) => `${count} dari ${of} pesan gagal`,
  stops: (count: string, of: string) => `${count} dari ${of} orang yang menerimanya minta berhenti`,
  disputes: (count: string, of: string) => `${count} dari ${of} orang yang menerimanya menyatakan tidak pernah setuju`,
} as const
const LEFT: Readonly<Record<LeftWhy, string>> = {
  time: 'waktu selesainya sudah lewat',
  messages: 'batas pesannya habis',
  rupiah: 'anggarannya habis',
}
const isOverFigures = (why: CampaignRow['why']): why is keyof typeof STOPPED => why !== null && why in STOPPED

const whatOf = ({ state }: EndedCampaign): string =>
  state === 'paused' ? 'menjeda dirinya' : state === 'cancelled' ? 'dibatalkan' : 'selesai'
const whyOf = ({ state, why, why_count: count, why_of: of, left, waiting }: EndedCampaign): string[] => {
  if (left !== null) return [`Alasannya: ${LEFT[left]}. ${showWhole(waiting)} penerima belum mendapat pesannya.`]
  if (state === 'paused' && isOverFigures(why))
    return [
      `Alasannya: ${STOPPED[why](showWhole(count), showWhole(of))}. Tidak ada lagi yang dikirim sampai seseorang memeriksa lalu melanjutkannya.`,
    ]
  return state === 'cancelled' && why === 'restored'
    ? ['Alasannya: basis data dipulihkan dari cadangan, dan sebagian penerima sudah mendapat pesannya.']
    : []
}
export const campaignEndMail = (one: EndedCampaign, origin: string): { subject: string; text: string } => {
  const { success, people, fail, unknown, delivered, read, answered, cost } = one
  return {
    subject: `Kampanye “${one.name}” ${whatOf(one)}`,
    text: [
      'Halo,',
      `Kampanye “${one.name}” yang Anda mulai ${whatOf(one)}.`,
      ...whyOf(one),
      [
        `Terkirim: ${showWhole(success)} dari ${showWhole(people)} penerima`,
        `Gagal: ${showWhole(fail)}`,
        ...(unknown > 0 ? [`Belum pasti: ${showWhole(unknown)}`] : []),
        // nobody has told anything yet, or counted it
        ...(delivered + read + answered > 0
          ? [`Sejauh ini sampai: ${showWhole(delivered)}, dibaca: ${showWhole(read)}, dijawab: ${showWhole(answered)}`]
          : []),
        `Biaya: ${showRupiah(Math.floor(cost))}`,
      ].join('\n'),
      `Laporannya: ${origin}/campaign/show?id=${one.id}`,
      `Email ini dikirim sekali kepada yang memulai kampanye. Anda dapat mematikannya di ${origin}/profile#notifikasi`,
    ].join('\n\n'),
  }
}
