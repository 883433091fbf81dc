// The one row that holds an account's document.
import { type AccountDocument, newRun } from '../document/document.ts'
import { newDocument } from '../document/new-document.ts'

export const readDocument = (sql: SqlStorage, now: number): AccountDocument | null => {
  const [row] = sql.exec<{ value: string }>('select value from document where id = 1').toArray()
  if (!row) return null
  const stored = JSON.parse(row.value) as AccountDocument
  // fields that an older document lacks get their initial values
  const doc: AccountDocument = { ...newDocument({ ...stored, now: stored.createdAt }), ...stored }
  const run = doc.run && { ...newRun(doc.run.startedAt), ...doc.run, tally: doc.run.tally ?? null }
  // older documents record neither the last renewal nor whether the runner holds the session: assume the latest possible
  const isOld = doc.runner !== null && doc.runner.renewedAt === undefined
  const runner = isOld && doc.runner ? { ...doc.runner, renewedAt: now, connected: true } : doc.runner
  return { ...doc, run, runner, holdsSession: doc.holdsSession || isOld }
}
/** Writes the document unless it is what was written last; answers with what is written now. */
export const writeDocument = (sql: SqlStorage, doc: AccountDocument, last: string): string => {
  const text = JSON.stringify(doc)
  if (text !== last)
    sql.exec(
      'insert into document (id, value) values (1, ?) on conflict (id) do update set value = excluded.value',
      text,
    )
  return text
}
