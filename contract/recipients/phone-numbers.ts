// Recipients and the proof that they agreed (rules consent-proof, cooldown, phone-format).
import { z } from 'zod'
import { GRADE_NAMES } from '../ground/consent-grades.ts'
import { personField, personValues } from './fields.ts'
import { isSource, isSourceOrNone, readSource, SOURCE_MAX } from './consent-source.ts'
import { NAMES_NOBODY, namesNobody, reference } from './stop-reference.ts'
import { REFUSALS } from '../ground/errors.ts'
import { phoneNumber } from '../ground/phone.ts'
import { readVersion, version } from '../ground/versions.ts'

const phoneStatus = z.enum(['active', 'nonactive'])
export const phoneRow = z.object({
  id: z.number(),
  number: z.string(),
  name: z.string(),
  status: phoneStatus,
  in_use: z.union([z.literal(0), z.literal(1)]),
  count_success: z.number(),
  count_fail: z.number(),
  last_sent: z.string().nullable(),
  consent_source: z.string().nullable(),
  consent_at: z.string().nullable(),
  consent_by: z.string().nullable(),
  /** How sure it is that they agreed (rule consent-grade); null: they did not. */
  consent_grade: z.enum(GRADE_NAMES).nullable(),
  /** Who recorded it, by name; only in the answer for one number. */
  consent_by_name: z.string().nullable().optional(),
  suppressed: z.boolean(),
  /** Nothing is sent to this person until then; null: they are not snoozed (rule snooze). */
  snoozed_until: z.string().nullable(),
  /** Nothing is sent to this person until somebody with proof has looked at their source (rule source-hold). */
  held: z.boolean(),
  /** Nothing is sent to this person: their consent is below the lowest grade of the settings, or too old. */
  weak: z.boolean(),
  /** Names of their tags, by the alphabet. */
  tags: z.array(z.string()),
})
export type PhoneRow = z.infer<typeof phoneRow>
export const editablePhone = phoneRow.extend({
  version,
  /** All fields of recipients, with this person's values (rule recipient-fields). A release before says none. */
  fields: z.array(personField).optional(),
  /** Of the values of the fields, too: for an edit that has `fields`. */
  fields_version: version.optional(),
})
export type EditablePhone = z.infer<typeof editablePhone>

const source = z.string().trim().max(SOURCE_MAX)
/** Empty or absent: there is none. */
export const consentSource = source.refine(isSourceOrNone, REFUSALS.consent_source_words[1])
export const phoneSaveBody = z.object({
  number: z.string('Nomor wajib diisi.').min(1, 'Nomor wajib diisi.').pipe(phoneNumber),
  name: z.string('Nama wajib diisi.').trim().min(1, 'Nama wajib diisi.').max(120),
  consent_source: consentSource.optional(),
})
export const phoneUpdateBody = z.object({
  number: phoneNumber.optional(),
  name: z.string().trim().min(1, 'Nama wajib diisi.').max(120).optional(),
  status: phoneStatus.optional(),
  /** One that is there already may stay, whatever it is: new ones are looked at with the edit. */
  consent_source: source.optional(),
  /** absent: they stay, as of a page of before. */
  fields: personValues.optional(),
  /** With `fields` it is their `fields_version`. */
  ...readVersion.shape,
})
export const eraseBody = z
  .object({ number: phoneNumber, reference: reference.optional() })
  .refine(namesNobody, NAMES_NOBODY)
const WHY = 'Tulis dengan kata-kata mengapa orang ini boleh dikirimi pesan lagi, minimal 8 huruf.'
/** Of a lift, which is kept in the consent history. */
export const liftBody = z.object({
  reason: z
    .string(WHY)
    .trim()
    .max(300)
    .refine((text) => isSource(readSource(text)), WHY)
    .transform(readSource),
})
export const suppressBody = z.object({ number: phoneNumber, reason: z.string().trim().max(300).optional() })
