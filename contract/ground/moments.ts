// A day and a time as somebody types them, in Jakarta's clock.
import { z } from 'zod'
import { JAKARTA_OFFSET_MS } from './time.ts'

/** A Jakarta day and time as a form has it, 2026-12-01T08:00; empty: none. */
export const moment = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, 'Tulis tanggal dan jam.')
  // Date.parse makes 31 February the third of March
  .refine((text) => text === '' || isMoment(text), 'Tanggal atau jam ini tidak ada. Periksa lagi.')
/** Epoch ms. */
export const momentAt = (text: string): number => Date.parse(`${text}:00Z`) - JAKARTA_OFFSET_MS
export const momentOf = (at: number): string => new Date(at + JAKARTA_OFFSET_MS).toISOString().slice(0, 16)
const isMoment = (text: string): boolean => !Number.isNaN(momentAt(text)) && momentOf(momentAt(text)) === text
