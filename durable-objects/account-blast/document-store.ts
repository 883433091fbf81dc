// The one row that holds an account's document.
import { type AccountDocument, newDocument } from './document.ts'

export const readDocument = (sql: SqlStorage): AccountDocument | null => {
  const [row] = sql.exec<{ value: string }>('select value from document where id = 1').toArray()
  if (!row) return null
  const stored = JSON.parse(row.value) as AccountDocument
  // what an older document does not know starts at its beginning
  return { ...newDocument({ ...stored, now: stored.createdAt }), ...stored }
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
