// How sure it is that a person agreed, and who may be sent to by it (rule consent-grade). Free of zod, because screens read it too.

/** As the rows keep them, the surest last; 2 is kept free for what will come by the API. */
export const GRADES = { typed: 0, import: 1, form: 3, message: 4 } as const
export type Grade = keyof typeof GRADES
export const GRADE_NAMES = Object.keys(GRADES) as [Grade, ...Grade[]]
/** null: what no version has written. */
export const gradeOf = (kept: number | null): Grade | null => GRADE_NAMES.find((name) => GRADES[name] === kept) ?? null
/** The setting of how many days a consent of this grade counts; 0: for ever. */
export const DAYS_OF = {
  typed: 'consent_days_typed',
  import: 'consent_days_import',
  form: 'consent_days_form',
  message: 'consent_days_message',
} as const satisfies Record<Grade, string>
