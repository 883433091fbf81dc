// Levels set the blast fee by lifetime successes (rule level). blast_fee is whole rupiah.
import { z } from 'zod'
import { rupiah, wholeNumber } from '../ground/amounts.ts'
import { RANGES } from '../ground/ranges.ts'
import { readVersion, version } from '../ground/versions.ts'

export const level = z.object({
  id: z.string(),
  name: z.string(),
  blast_fee: rupiah,
  requirement_blast: z.number(),
  color: z.string(),
  version,
})
export type Level = z.infer<typeof level>
/** Where a member's fee comes from: an own one, else the level's, else the price of the settings. */
const feeSource = z.enum(['own', 'level', 'setting'])
/** What a successful message earns a member now, in rupiah, and why. */
export const earning = z.object({ blast_fee: rupiah, from: feeSource })
export type Earning = z.infer<typeof earning>
export const levelBody = z.object({
  name: z.string().trim().min(1, 'Nama level wajib diisi.').max(60),
  blast_fee: wholeNumber(RANGES.fee),
  requirement_blast: wholeNumber(RANGES.levelRequirement),
})
/** The price once more, where it is more than three times the usual (rule usual-price). */
const feeAgain = { blast_fee_again: wholeNumber(RANGES.fee).optional() }
export const newLevel = levelBody.extend(feeAgain)
export const levelEdit = newLevel.extend(readVersion.shape)
