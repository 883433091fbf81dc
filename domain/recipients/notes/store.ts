// Notes in SQL (rule notes).
import { type SQL, sql } from 'drizzle-orm'
import { type About, type NoteRow, NOTES_MAX } from '../../../contract/recipients/notes.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import { byName } from '../suppressions/store.ts'
import type { notes } from './table.ts'

type Kept = Row<typeof notes>
type Shown = Pick<Kept, 'id' | 'by' | 'at' | 'text'> & { by_name: string | null }
const present = ({ at, ...row }: Shown): NoteRow => ({ ...row, at: new Date(at).toISOString() })
/** Of notes as n. */
const isAbout = ({ user_id, number_id }: About): SQL =>
  number_id === undefined ? sql`n.user_id = ${user_id}` : sql`n.number_id = ${number_id}`

/** The newest first. */
export const notesAbout = async (db: Db, about: About): Promise<NoteRow[]> => {
  const rows = await db.all<Shown>(sql`
    select n.id, n.by, n.at, n.text, ${byName(sql`n.by`)} as by_name
    from notes n
    where ${isAbout(about)}
    order by n.id desc
    limit ${NOTES_MAX}
  `)
  return rows.map(present)
}
export const noteById = async (db: Db, id: number): Promise<Kept | null> =>
  (await db.all<Kept>(sql`select * from notes where id = ${id}`))[0] ?? null

/** @throws status_moved: nobody is there to write about; too_many_notes */
export const insertNote = async (
  db: Db,
  { about, by, now, text }: { about: About; by: string; now: number; text: string },
  more: Statement[],
): Promise<NoteRow> => {
  const { user_id = null, number_id = null } = about
  const isThere =
    number_id === null
      ? sql`exists (select 1 from users where id = ${user_id})`
      : sql`exists (select 1 from phone_numbers where id = ${number_id})`
  const { made } = await runNamed(db, {
    there: refuseUnless(db, 'status_moved', isThere),
    room: refuseIf(db, 'too_many_notes', sql`(select count(*) from notes n where ${isAbout(about)}) >= ${NOTES_MAX}`),
    made: db.all<Shown>(sql`
      insert into notes (user_id, number_id, by, at, text)
      values (${user_id}, ${number_id}, ${by}, ${now}, ${text})
      returning id, by, at, text, ${byName(sql`${by}`)} as by_name
    `),
    more,
  })
  const [row] = made
  if (!row) throw new Error('an insert answered no row')
  return present(row)
}
/** For a batch: fails it (status_moved) where it is gone already. */
export const removeNote = (db: Db, id: number): Statement[] => [
  refuseUnless(db, 'status_moved', sql`exists (select 1 from notes where id = ${id})`),
  db.run(sql`delete from notes where id = ${id}`),
]
/** For a data request: a JSON list, the oldest first. @param number id of the recipient's row */
export const notesOfNumber = (number: SQL): SQL => sql`(
  select json_group_array(json_object('text', o.text, 'at', o.at, 'by_name', ${byName(sql`o.by`)}))
  from (select n.text, n.at, n.by from notes n where n.number_id = ${number} order by n.id) o
)`
