// What an audited write changed: the fields before and after, without those that stayed the same. Pure.
export type Change = { field: string; before: string | null; after: string | null }

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shown = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
const fieldsOf = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  return isPlain(value) ? value : { '': value }
}

/** Of an edit that did not say what it read: nobody looked whether it undid another one (rule edit-versions). */
export const isUnversioned = (after: unknown): boolean => fieldsOf(after)['unversioned'] === true
/** An `after` with some of the fields means that the others of `before` did not change; without an `after` all fields are gone. */
export const changesOf = (before: unknown, after: unknown): Change[] => {
  const was = fieldsOf(before)
  const is = fieldsOf(after)
  const names = after === null || after === undefined ? Object.keys(was) : Object.keys(is)
  return names
    .filter((field) => field !== 'unversioned')
    .map((field) => ({ field, before: shown(was[field]), after: shown(is[field]) }))
    .filter(({ before, after }) => before !== after)
}
