// Sources of consent: what is kept of one, and whether it is held (rules consent-words, source-hold).
import { z } from 'zod'
import { readVersion, version } from '../ground/versions.ts'
import { topicName } from './topics.ts'
import { isSource, readSource, SOURCE_MAX } from './consent-source.ts'

/** Recipients of a source are counted up to here. */
export const SOURCE_COUNT_MAX = 1_000

/** What is kept of a source; null: nobody has written it down. */
const kept = z.object({
  /** What people were told when they agreed. */
  told: z.string().nullable(),
  /** Who told them. */
  told_by: z.string().nullable(),
  /** Where the proof lies: a link, or the place of the sheets. */
  proof: z.string().nullable(),
  /** Of templates, which people agreed to be sent; empty: no one topic. A release before says none. */
  topic: z.string().default(''),
})
/** count of so many people stopped. */
export const heldRates = z.object({ count: z.number(), of: z.number() })
export type HeldRates = z.infer<typeof heldRates>
export const consentSourceRow = kept.extend({
  /** The words that its recipients have as their source of consent. */
  name: z.string(),
  /** Counted up to SOURCE_COUNT_MAX. */
  recipients: z.number(),
  /** People who said within 30 days that they never agreed, and since it was last released. */
  disputes: z.number(),
  /** null: it is not held. */
  held_at: z.string().nullable(),
  /** What holds it; null: nothing does. rates: too many of its people stopped (rule rates). */
  held_by: z.enum(['disputes', 'rates', 'person']).nullable(),
  /** Of a person who is still there. */
  held_by_name: z.string().nullable(),
  /** As that person wrote. */
  held_why: z.string().nullable(),
  held_rates: heldRates.nullable(),
  released_at: z.string().nullable(),
  released_by_name: z.string().nullable(),
  version,
})
export type ConsentSourceRow = z.infer<typeof consentSourceRow>

const name = z.string('Nama sumber wajib diisi.').min(1, 'Nama sumber wajib diisi.').max(SOURCE_MAX)
const words = (missing: string, max: number) =>
  z
    .string(missing)
    .trim()
    .max(max)
    .refine((text) => isSource(readSource(text)), missing)
const TOLD = words('Tulis apa yang diberitahukan kepada orang saat menyetujui, minimal 8 huruf.', 1_000)
const TOLD_BY = z
  .string('Tulis siapa yang memberitahukannya.')
  .trim()
  .min(1, 'Tulis siapa yang memberitahukannya.')
  .max(120)
/** Absent, as from a page of the release before: it stays what it is. */
const TOPIC = topicName.optional()
const PROOF = words('Tulis di mana buktinya: tautan, atau tempat berkasnya disimpan.', 500)

export const keepSourceBody = z.object({
  /** Of one that is new: words (rule consent-words). */
  name,
  told: TOLD,
  told_by: TOLD_BY,
  proof: PROOF,
  topic: TOPIC,
  ...readVersion.shape,
})
export const holdSourceBody = z.object({
  name,
  why: words('Tulis mengapa sumber ini ditahan, minimal 8 huruf.', 300),
})
/** Nobody releases a source without its proof. */
export const releaseSourceBody = z.object({
  name,
  /** Of the hold that was looked at. */
  held_at: z.iso.datetime(),
  told: TOLD,
  told_by: TOLD_BY,
  proof: PROOF,
  topic: TOPIC,
})
