// A person's record, read and changed by the profile and by Edit Member.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User, UserUpdate } from '../../contract/users.ts'
import { profileTexts } from '../texts/id.ts'
import { http } from './http.ts'
import { getSession, updateSessionUser } from './session.ts'

export type UserAnswer = { user: User; level: string; color: string }
const key = (id: string) => ['user', id] as const

export const useUser = (id: string) =>
  useQuery({
    queryKey: key(id),
    queryFn: ({ signal }) =>
      http.get<UserAnswer>(`/admin/users/${encodeURIComponent(id)}`, { signal, fallback: profileTexts.loadFailed }),
    enabled: id !== '',
  })

export const useUserUpdate = (id: string, onDone: () => void) => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (changes: UserUpdate) =>
      http.put<{ user: User }>(`/admin/users/${encodeURIComponent(id)}`, changes, {
        fallback: profileTexts.saveFailed,
      }),
    onSuccess: ({ user }) => {
      cache.setQueryData<UserAnswer>(key(id), (before) => before && { ...before, user })
      void cache.invalidateQueries({ queryKey: key(id) })
      if (getSession()?.user.id === user.id) updateSessionUser(user)
      onDone()
    },
  })
}
