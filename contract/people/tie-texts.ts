// Why somebody may not decide about a member's money, in words (rule decider-ties).
import { momentText } from '../ground/texts.ts'
import type { TieKind } from './ties.ts'

export const tieWords: Readonly<Record<TieKind, string>> = {
  bank: 'Anda mengubah rekening member ini',
  credential:
    'Anda dan member ini dapat masuk sebagai satu sama lain, karena tautan, kata sandi, email, atau peran yang baru diatur',
  common: 'Satu orang dapat masuk sebagai Anda dan sebagai member ini',
  device: 'Anda dan member ini masuk di perangkat yang sama',
  account: 'Anda dan member ini memakai rekening yang sama',
}
export const tieEnds = {
  nobody: 'Orang lain harus memutuskannya, tetapi saat ini tidak ada yang dapat.',
  offered:
    'Tidak ada orang lain yang dapat memutuskannya. Anda dapat membuka masa tunggu 72 jam di Permintaan Withdraw: member diberi tahu dan dapat menahannya.',
}
/** until: epoch ms; null: as long as it is so. */
type TieInWords = { kind: TieKind; until: number | null }
const tieText = ({ kind, until }: TieInWords): string =>
  `${tieWords[kind]} (${until === null ? 'selama masih sama' : `sampai ${momentText(until)} WIB`})`
const otherText = (others: readonly string[]): string =>
  others.length === 0 ? tieEnds.nobody : `Orang lain harus memutuskannya: ${others.join(', ')}.`
export const tieTexts = {
  one: (tie: TieInWords, others: readonly string[]): string => `${tieText(tie)}. ${otherText(others)}`,
  offered: (tie: TieInWords): string => `${tieText(tie)}. ${tieEnds.offered}`,
  waits: (tie: TieInWords, until: number): string =>
    `${tieText(tie)}. Masa tunggu Anda selesai ${momentText(until)} WIB; sesudah itu Anda dapat menerimanya, kecuali member menahannya.`,
  many: (lines: readonly { name: string; tie: TieInWords }[], others: readonly string[]): string =>
    `Batch ini berisi permintaan yang tidak boleh Anda putuskan. ${lines.map(({ name, tie }) => `${name}: ${tieText(tie)}`).join('; ')}. ${otherText(others)}`,
}
