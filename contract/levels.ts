// Levels set the blast fee by lifetime successes (s.3 Level, decision 28). blast_fee is whole rupiah.
import { z } from 'zod'
import { numeric } from './numeric.ts'

export const level = z.object({
  id: z.string(),
  name: z.string(),
  blast_fee: z.number(),
  requirement_blast: z.number(),
  color: z.string(),
})
export type Level = z.infer<typeof level>
export const levelBody = z.object({
  name: z.string().trim().min(1, 'Nama level wajib diisi.').max(60),
  blast_fee: numeric(z.number('Harga blast harus angka.').int().min(0).max(1_000_000), 'Harga blast harus angka.'),
  requirement_blast: numeric(
    z.number('Syarat minimal blast harus angka.').int().min(0).max(1_000_000_000),
    'Syarat minimal blast harus angka.',
  ),
})
