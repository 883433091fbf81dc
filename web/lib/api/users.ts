// A person's record, read and changed by the profile and by Edit Member.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../contract/api/table.ts'
import type { EditableUser, UserUpdate } from '../../../contract/people/users.ts'
import { profileTexts } from '../../texts/indonesian.ts'
import { getSession, updateSessionUser } from '../session/session.ts'
import { type Fields, type Read, sendEdited } from '../forms/edited.ts'
import { sendTyped } from '../forms/typed-twice.ts'
import { call } from './http.ts'
import { keys } from './query-keys.ts'

type Person = Answer<'GET /admin/users/:id'>

export const useUser = (id: string) =>
  useQuery({
    queryKey: keys.one('users', id),
    queryFn: ({ signal }) =>
      call('GET /admin/users/:id', { params: { id } }, { signal, fallback: profileTexts.loadFailed }),
    enabled: id !== '',
  })

type Saved = { user: EditableUser; emailPending: string | null; approvalPending: boolean }
/** Saves changes of a person's record; what the page holds of them, their own session too, follows at once. */
export const useSaveUser = ({ id }: { id: string }, read: Read, fields: Fields) => {
  const cache = useQueryClient()
  return async (update: UserUpdate): Promise<Saved> => {
    const { user, email_pending, approval_pending } = await sendEdited(
      { read, body: update, fields, isPartial: true },
      (edit) =>
        sendTyped(edit, (body) =>
          call('PUT /admin/users/:id', { params: { id }, body }, { fallback: profileTexts.saveFailed }),
        ),
    )
    cache.setQueryData<Person>(keys.one('users', id), (before) => before && { ...before, user })
    if (getSession()?.user.id === user.id) updateSessionUser(user)
    return { user, emailPending: email_pending ?? null, approvalPending: approval_pending ?? false }
  }
}
