// A person's record, read and changed by the profile and by Edit Member.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../contract/api/table.ts'
import type { UserUpdate } from '../../../contract/users.ts'
import { profileTexts } from '../../texts/indonesian.ts'
import { call } from './http.ts'
import { getSession, updateSessionUser } from '../session/session.ts'

type Person = Answer<'GET /admin/users/:id'>
const key = (id: string) => ['user', id] as const

export const useUser = (id: string) =>
  useQuery({
    queryKey: key(id),
    queryFn: ({ signal }) =>
      call('GET /admin/users/:id', { params: { id } }, { signal, fallback: profileTexts.loadFailed }),
    enabled: id !== '',
  })

export const useUserUpdate = (id: string, onDone: () => void) => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (changes: UserUpdate) =>
      call('PUT /admin/users/:id', { params: { id }, body: changes }, { fallback: profileTexts.saveFailed }),
    onSuccess: ({ user }) => {
      cache.setQueryData<Person>(key(id), (before) => before && { ...before, user })
      void cache.invalidateQueries({ queryKey: key(id) })
      if (getSession()?.user.id === user.id) updateSessionUser(user)
      onDone()
    },
  })
}
