// An edit of what its person read, or a refusal that shows what came meanwhile (rule edit-versions).
import type { AuditAction } from '../../../contract/record/audit.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Db, Statement } from '../db/connection.ts'
import { refusalOf } from '../db/refusals.ts'
import { type Values, versionOf, writersOf } from './versions.ts'
import { changesTo } from './store.ts'

/** What is stored now. */
export type Present = {
  version: string
  /** As the reader may see them. */
  values: Values
}
export type Edit = {
  /** What the edit says to have read; absent or empty: nothing. */
  version: string | undefined
  now: Present
  /** Fails the batch of the write where the values are not those of `now` any more. */
  guard: Statement
  /** Also without a version: fails it where who or what this is about, by which the edit was judged, is another by now. */
  always?: Statement
  /** null: it is gone. */
  again: () => Promise<Present | null>
  about: {
    target: string
    actions: readonly AuditAction[]
    /** As the audit log has them, where it hides some. */
    logged?: (values: Values) => Values
    /** false: the reader does not see who of the office wrote something. */
    names: boolean
  }
}

export const presentOf = (read: Values, values: Values = read): Present => ({ version: versionOf(read), values })

const editedMeanwhile = async (db: Db, { again, about }: Edit): Promise<Refusal> => {
  const present = await again()
  if (!present) return new Refusal('not_found')
  const { logged = (values: Values) => values, names } = about
  const by = writersOf(logged(present.values), await changesTo(db, about.target, about.actions))
  const shown = names
    ? by
    : Object.fromEntries(Object.entries(by).map(([field, { at }]) => [field, { name: null, at }]))
  return new Refusal('edited_meanwhile', { edited: { ...present, by: shown } })
}
/**
 * Runs a write of which each batch begins with the given statements.
 * @throws Refusal edited_meanwhile, with what there is now; nothing is written then
 */
export const asRead = async <T>(db: Db, edit: Edit, write: (guard: Statement[]) => Promise<T>): Promise<T> => {
  const { version, now, guard, always } = edit
  if (version && version !== now.version) throw await editedMeanwhile(db, edit)
  try {
    return await write([...(version ? [guard] : []), ...(always ? [always] : [])])
  } catch (error) {
    throw refusalOf(error) === 'edited' ? await editedMeanwhile(db, edit) : error
  }
}
