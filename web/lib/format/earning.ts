// What a message earns a member and why, as home, the list of accounts and the question before a start say it.
import type { Earning } from '../../../contract/people/levels.ts'
import { homeFigureTexts as texts } from '../../texts/indonesian.ts'
import { formatRupiah } from './format.ts'

/** Rp 100 per pesan · level Perunggu */
export const earnsText = ({ blast_fee, from }: Earning, level: string): string =>
  texts.earns[from](formatRupiah(blast_fee), level)
