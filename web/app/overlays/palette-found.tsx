// For admin and dev the palette also finds members, the team, accounts, recipients, templates and settings (rule screens-by-role): what the
// server has matched, so that nothing here matches it again.
import { accountName } from '../../../contract/sending/account-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Contact, type LucideIcon, MessageSquareText, Settings, Smartphone, UserRound, UsersRound } from 'lucide-react'
import { keys, type Subject } from '../../lib/api/query-keys.ts'
import { call } from '../../lib/api/http.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { paletteTexts, settingsTexts, shellTexts } from '../../texts/indonesian.ts'

const PAUSE_MS = 300
const SHORTEST = 2
const FOUND = 5

type Asked = { page: number; limit: number; search: string }
type Line = { id: string; to: string; text: string; more: string }
const useFound = <T,>(
  of: Subject,
  picker: string,
  search: string,
  ask: (query: Asked, signal: AbortSignal) => Promise<{ data: T[] }>,
): T[] =>
  useQuery({
    queryKey: keys.choices(of, picker, search),
    queryFn: ({ signal }) => ask({ page: 1, limit: FOUND, search }, signal),
    enabled: search.length >= SHORTEST,
    placeholderData: keepPreviousData,
  }).data?.data ?? []

type Person = { id: string; name: string; email: string }
const personLine = ({ id, name, email }: Person): Line => ({
  id,
  to: `/member/edit?id=${encodeURIComponent(id)}`,
  text: name,
  more: email,
})
/** By their labels; the form shows what its own search finds. */
const settingLines = (search: string): Line[] =>
  Object.entries(settingsTexts.labels)
    .filter(([, label]) => label.toLowerCase().includes(search.toLowerCase()))
    .slice(0, FOUND)
    .map(([id, label]) => ({ id, to: `/settings?s=${encodeURIComponent(label)}`, text: label, more: '' }))

type Props = { typed: string; itemClass: string; groupClass: string; onGo: (to: string) => void }

export function PaletteFound({ typed, itemClass, groupClass, onGo }: Props) {
  const search = useDebounced(typed.trim(), PAUSE_MS)
  // Members and the team apart, so that many members of a name never push a colleague out of what is found.
  const people = (role: 'member' | 'team') => (query: Asked, signal: AbortSignal) =>
    call('GET /admin/users/members-per-page', { query: { ...query, role } }, { signal })
  const members = useFound('users', 'palette-members', search, people('member'))
  const team = useFound('users', 'palette-team', search, people('team'))
  const accounts = useFound('accounts', 'palette', search, (query, signal) =>
    call('GET /admin/whatsapp/list-per-page', { query }, { signal }),
  )
  const recipients = useFound('phone-numbers', 'palette', search, (query, signal) =>
    call('GET /admin/phonenumber/list-per-page', { query }, { signal }),
  )
  const templates = useFound('templates', 'palette', search, (query, signal) =>
    call('GET /admin/message/list-per-page', { query }, { signal }),
  )
  if (search.length < SHORTEST) return null
  const groups: [heading: string, icon: LucideIcon, lines: Line[]][] = [
    [shellTexts.searchMembers, UserRound, members.map(personLine)],
    [shellTexts.searchTeam, UsersRound, team.map(personLine)],
    [
      shellTexts.searchAccounts,
      Smartphone,
      accounts.map((account) => ({
        id: account.id,
        to: `/whatsapp?id=${encodeURIComponent(account.id)}`,
        text: account.phonenumber ?? account.clientid,
        more: accountName(account) ?? '',
      })),
    ],
    [
      paletteTexts.recipients,
      Contact,
      recipients.map(({ id, number, name }) => ({
        id: String(id),
        to: `/phonenumber/edit?id=${id}`,
        text: number,
        more: name,
      })),
    ],
    [
      paletteTexts.templates,
      MessageSquareText,
      templates.map(({ id, name, topic }) => ({
        id,
        to: `/message/edit?id=${encodeURIComponent(id)}`,
        text: name,
        more: topic,
      })),
    ],
    [paletteTexts.settings, Settings, settingLines(search)],
  ]
  return groups
    .filter(([, , lines]) => lines.length > 0)
    .map(([heading, Icon, lines]) => (
      <Command.Group key={heading} heading={heading} className={groupClass}>
        {lines.map(({ id, to, text, more }) => (
          <Command.Item
            key={id}
            value={`${heading} ${id}`}
            // The server has matched it already, perhaps by a field that this line does not show.
            keywords={[typed]}
            className={itemClass}
            onSelect={() => onGo(to)}
          >
            <Icon aria-hidden className="size-4.5 shrink-0" />
            <span className="min-w-0 truncate">
              {text}
              {more !== '' && <span className="ml-2 text-[13px]">{more}</span>}
            </span>
          </Command.Item>
        ))}
      </Command.Group>
    ))
}
