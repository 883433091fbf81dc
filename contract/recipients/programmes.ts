// Programmes: what people agree to by a keyword that they write themselves (rule opt-in-message).
import { z } from 'zod'

export const ADDRESS_TAKEN = 'Alamat pendek ini sudah dipakai ajakan lain.'
export const programmeRow = z.object({
  /** The short address, which nobody else has. */
  id: z.string(),
  title: z.string(),
  /** With its code, as people write it. */
  keyword: z.string(),
  /** What they get, how often, and from whom. */
  what: z.string(),
  frequency: z.string(),
  by_whom: z.string(),
  privacy: z.string(),
  privacy_version: z.string(),
  topic: z.string(),
  /** Nobody joins after it; null: no end is set. */
  ends_at: z.string().nullable(),
  /** When somebody ended it. */
  ended_at: z.string().nullable(),
  /** Consents that it has brought. */
  opt_ins: z.number(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type ProgrammeRow = z.infer<typeof programmeRow>

const text = (max: number, missing = 'Wajib diisi.') => z.string(missing).trim().min(1, missing).max(max)
/** Nothing of it is changed later: people agreed to these words. Whoever wants others ends it and makes another one. */
export const programmeBody = z.object({
  id: z
    .string('Wajib diisi.')
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Gunakan huruf kecil, angka, dan tanda hubung, misalnya promo-melati.')
    .max(40),
  title: text(80),
  word: z
    .string('Wajib diisi.')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2,20}$/, 'Gunakan satu kata dari 2 sampai 20 huruf, misalnya PROMO.'),
  what: text(500),
  frequency: text(120),
  by_whom: text(120),
  privacy: text(2_000),
  privacy_version: text(20),
  topic: z.string().trim().max(60).default(''),
  /** A Jakarta day, the last one; empty: no end. */
  ends_on: z.iso.date('Gunakan tanggal.').or(z.literal('')).optional(),
})
/** Where joining pages stand, and whether their button leads to anybody's number at this moment. */
export const programmePlace = z.object({ origin: z.string(), leads: z.boolean() })
/** Whether joining pages may lead people to one's own accounts. */
export const numberShown = z.object({ shown: z.boolean() })
export const programmeIdBody = z.object({ id: z.string().min(1).max(40) })
