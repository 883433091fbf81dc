// For admin and dev the palette also finds members and accounts, on the server (rule screens-by-role).
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Smartphone, UserRound } from 'lucide-react'
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
  search: string,
  ask: (query: Found, signal: AbortSignal) => Promise<{ data: T[] }>,
) =>
  useQuery({
    queryKey: keys.choices(of, 'palette', search),
    queryFn: ({ signal }) => ask({ page: 1, limit: FOUND, search }, signal),
    enabled: search.length >= SHORTEST,
    placeholderData: keepPreviousData,
  }).data?.data ?? []

type Props = { typed: string; itemClass: string; groupClass: string; onGo: (to: string) => void }

export function PalettePeople({ typed, itemClass, groupClass, onGo }: Props) {
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const members = useFound('users', search, (query, signal) =>
    call('GET /admin/users/members-per-page', { query }, { signal }),
  )
  const accounts = useFound('accounts', search, (query, signal) =>
    call('GET /admin/whatsapp/list-per-page', { query }, { signal }),
  )
  if (search.length < SHORTEST) return null
  return (
    <>
      {members.length > 0 && (
        <Command.Group heading={shellTexts.searchMembers} className={groupClass}>
          {members.map((member) => (
            <Command.Item
              key={member.id}
              value={`member ${member.id}`}
              // The server has matched it already, perhaps by a field that this line does not show.
              keywords={[typed]}
              className={itemClass}
              onSelect={() => onGo(`/member/edit?id=${encodeURIComponent(member.id)}`)}
            >
              <UserRound aria-hidden className="size-4.5 shrink-0" />
              <span className="min-w-0 truncate">
                {`${member.firstname} ${member.lastname}`.trim()}
                <span className="ml-2 text-[13px]">{member.email}</span>
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
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
                {account.pushname && <span className="ml-2 text-[13px]">{account.pushname}</span>}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}
