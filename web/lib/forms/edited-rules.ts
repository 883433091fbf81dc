// What two people changed at the same time, and what is sent after one of them chose (rule edit-versions). Pure.
import type { EditedMeanwhile, WrittenBy } from '../../../contract/ground/versions.ts'

export type Values = Readonly<Record<string, unknown>>
/** What a form read of the thing that it edits; version absent: of a server that has none yet. */
export type Read = { version: string | undefined; values: Values }
/** own: the person changed it themselves. */
export type Conflict = {
  field: string
  read: unknown
  now: unknown
  mine: unknown
  own: boolean
  by: WrittenBy | null
}
export type Side = 'theirs' | 'mine'

/** Numbers are texts in some answers, and buttons are named again with every save. */
const written = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return JSON.stringify(value ?? null, (key, part: unknown) => (key === 'id' ? undefined : part))
}
const isSame = (a: unknown, b: unknown): boolean => written(a) === written(b)

/**
 * The fields that were changed meanwhile and that this form says otherwise. A field that the body does not have is as it was read.
 * @param fields those of the form
 */
export const conflictsOf = (
  fields: readonly string[],
  { values }: Read,
  body: Values,
  edited: EditedMeanwhile,
): Conflict[] =>
  fields.flatMap((field) => {
    const [read, now] = [values[field], edited.values[field]]
    const mine = field in body ? body[field] : read
    if (!(field in edited.values) || isSame(read, now) || isSame(mine, now)) return []
    return [{ field, read, now, mine, own: !isSame(mine, read), by: edited.by[field] ?? null }]
  })
/**
 * The body after the choice; what nobody else changed stays as it was.
 * @param isPartial a field that is not sent stays as it is stored
 */
export const chosen = (
  { body, isPartial }: { body: Values; isPartial: boolean },
  conflicts: readonly Conflict[],
  sides: Readonly<Record<string, Side>>,
): Values => {
  const theirs = new Set(conflicts.map(({ field }) => field).filter((field) => sides[field] !== 'mine'))
  const kept = Object.entries(body).filter(([field]) => !isPartial || !theirs.has(field))
  const said = conflicts
    .filter(({ field }) => !isPartial || !theirs.has(field))
    .map(({ field, now, mine }) => [field, theirs.has(field) ? now : mine] as const)
  return Object.fromEntries([...kept, ...said])
}
