// For admin and dev the palette also finds members, the team and accounts, on the server (rule screens-by-role).
import { accountName } from '../../../contract/sending/account-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Smartphone, UserRound, UsersRound } from 'lucide-react'
import { keys } from '../../lib/api/query-keys.ts'
import { call } from '../../lib/api/http.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { shellTexts } from '../../texts/indonesian.ts'

const PAUSE_MS = 300
const SHORTEST = 2
const FOUND = 5

type Found = { page: number; limit: number; search: string }
const useFound = <T,>(
  of: 'users' | 'accounts',
  picker: string,
  search: string,
  ask: (query: Found, signal: AbortSignal) => Promise<{ data: T[] }>,
) =>
  useQuery({
    queryKey: keys.choices(of, picker, search),
    queryFn: ({ signal }) => ask({ page: 1, limit: FOUND, search }, signal),
    enabled: search.length >= SHORTEST,
    placeholderData: keepPreviousData,
  }).data?.data ?? []

type Props = { typed: string; itemClass: string; groupClass: string; onGo: (to: string) => void }

export function PalettePeople({ typed, itemClass, groupClass, onGo }: Props) {
  const search = useDebounced(typed.trim(), PAUSE_MS)
  // Members and the team apart, so that many members of a name never push a colleague out of what is found.
  const people = (role: 'member' | 'team') => (query: Found, signal: AbortSignal) =>
    call('GET /admin/users/members-per-page', { query: { ...query, role } }, { signal })
  const groups = [
    {
      heading: shellTexts.searchMembers,
      icon: UserRound,
      found: useFound('users', 'palette-members', search, people('member')),
    },
    {
      heading: shellTexts.searchTeam,
      icon: UsersRound,
      found: useFound('users', 'palette-team', search, people('team')),
    },
  ]
  const accounts = useFound('accounts', 'palette', search, (query, signal) =>
    call('GET /admin/whatsapp/list-per-page', { query }, { signal }),
  )
  if (search.length < SHORTEST) return null
  return (
    <>
      {groups
        .filter(({ found }) => found.length > 0)
        .map(({ heading, icon: Icon, found }) => (
          <Command.Group key={heading} heading={heading} className={groupClass}>
            {found.map((person) => (
              <Command.Item
                key={person.id}
                value={`person ${person.id}`}
                // The server has matched it already, perhaps by a field that this line does not show.
                keywords={[typed]}
                className={itemClass}
                onSelect={() => onGo(`/member/edit?id=${encodeURIComponent(person.id)}`)}
              >
                <Icon aria-hidden className="size-4.5 shrink-0" />
                <span className="min-w-0 truncate">
                  {person.name}
                  <span className="ml-2 text-[13px]">{person.email}</span>
                </span>
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      {accounts.length > 0 && (
        <Command.Group heading={shellTexts.searchAccounts} className={groupClass}>
          {accounts.map((account) => (
            <Command.Item
              key={account.id}
              value={`account ${account.id}`}
              keywords={[typed]}
              className={itemClass}
              onSelect={() => onGo(`/whatsapp?id=${encodeURIComponent(account.id)}`)}
            >
              <Smartphone aria-hidden className="size-4.5 shrink-0" />
              <span className="min-w-0 truncate">
                {account.phonenumber ?? account.clientid}
                {accountName(account) && <span className="ml-2 text-[13px]">{accountName(account)}</span>}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}
