// Bonuses on the wire (rule bonus). nominal is whole rupiah.
import { z } from 'zod'
import { rupiah, wholeNumber } from '../ground/amounts.ts'
import { RANGES } from '../ground/ranges.ts'

export const bonusItem = z.object({
  id: z.string(),
  nominal: rupiah,
  reason: z.string(),
  createdAt: z.string(),
  User: z.object({ firstname: z.string(), lastname: z.string() }),
  userId: z.string(),
  adminId: z.string(),
  /** Name of who gave it; null: the person is not there any more. */
  givenBy: z.string().nullable(),
})
export type BonusItem = z.infer<typeof bonusItem>
/** confirm=1 deletes the bonus even if the member's balance falls below zero by it; without it that is refused. */
export const bonusDeleteQuery = z.object({ confirm: z.enum(['', '0', '1']).optional() })
export const bonusBody = z.object({
  userId: z.string('Member wajib dipilih.').min(1, 'Member wajib dipilih.').max(64),
  nominal: wholeNumber(RANGES.bonus),
  reason: z.string('Keterangan wajib diisi.').trim().min(1, 'Keterangan wajib diisi.').max(300),
})
