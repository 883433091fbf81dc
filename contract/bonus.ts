// Bonuses on the wire (s.3 Bonus, decision 30). nominal is whole rupiah.
import { z } from 'zod'
import { numeric } from './numeric.ts'

export const bonusItem = z.object({
  id: z.string(),
  nominal: z.number(),
  reason: z.string(),
  createdAt: z.string(),
  User: z.object({ firstname: z.string(), lastname: z.string() }),
  userId: z.string(),
  adminId: z.string(),
})
export type BonusItem = z.infer<typeof bonusItem>
export const bonusBody = z.object({
  userId: z.string('Member wajib dipilih.').min(1, 'Member wajib dipilih.').max(64),
  nominal: numeric(
    z
      .number('Nominal harus angka.')
      .int('Nominal harus rupiah bulat.')
      .min(1, 'Nominal harus lebih dari 0.')
      .max(1_000_000_000),
    'Nominal harus angka.',
  ),
  reason: z.string('Keterangan wajib diisi.').trim().min(1, 'Keterangan wajib diisi.').max(300),
})
