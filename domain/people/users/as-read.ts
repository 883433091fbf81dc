// What an edit of a person read: all that some form about them changes (rule edit-versions).
import type { EditableUser } from '../../../contract/people/users.ts'
import { seesAll, type Role } from '../../../contract/people/role-table.ts'
import type { Db } from '../../ground/db/connection.ts'
import { type Edit, presentOf } from '../../ground/edits/as-read.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { refuseUnlessRead } from '../../ground/edits/store.ts'
import { presentUser } from './present.ts'
import { EDITED, type UserView, userById } from './store.ts'

/** status_at, too: paused again for the same reason is another pause. */
const STATUS = ['status', 'status_reason', 'status_at'] as const
const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** A person with the versions for their edits. */
export const editableUser = (row: UserView): EditableUser => ({
  ...presentUser(row),
  version: versionOf(pick(row, EDITED)),
  status_version: versionOf(pick(row, STATUS)),
  email_confirmed: row.email_confirmed_at !== null,
})
type Of = { version: string | undefined; row: UserView; reader: Role }
const editOf = (
  db: Db,
  { version, row, reader }: Of,
  {
    fields,
    shown,
    actions,
  }: { fields: readonly (keyof UserView)[]; shown: readonly (keyof EditableUser)[] } & Pick<Edit['about'], 'actions'>,
): Edit => {
  const present = (now: UserView) => presentOf(pick(now, fields), pick(editableUser(now), shown))
  return {
    version,
    now: present(row),
    guard: refuseUnlessRead(db, 'users', { id: row.id }, pick(row, fields)),
    // who may change somebody goes by their role
    always: refuseUnlessRead(db, 'users', { id: row.id }, { role: row.role }),
    again: async () => {
      const now = await userById(db, row.id)
      return now && present(now)
    },
    about: { target: row.id, actions, names: seesAll(reader) },
  }
}
export const personEdit = (db: Db, of: Of): Edit =>
  editOf(db, of, { fields: EDITED, shown: EDITED, actions: ['user.update'] })
export const statusEdit = (db: Db, of: Of): Edit =>
  editOf(db, of, { fields: STATUS, shown: ['status', 'stopped'], actions: ['user.status'] })
