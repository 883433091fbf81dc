// For admin and dev the palette also finds members, the team, accounts, recipients, templates, settings and an entry of the audit log (rules
// screens-by-role, quick-search): what the server has matched, so that nothing here matches it again.
import { accountName } from '../../../contract/sending/account-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  Contact,
  FileClock,
  type LucideIcon,
  MessageSquareText,
  Settings,
  Smartphone,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { keys, type Subject } from '../../lib/api/query-keys.ts'
import { call } from '../../lib/api/http.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { deedOf } from '../../lib/format/deed.ts'
import { formatMoment } from '../../lib/format/format.ts'
import { remember } from '../../lib/session/recent.ts'
import { auditTexts, paletteTexts, settingsTexts, shellTexts } from '../../texts/indonesian.ts'
import { auditIdIn, foundValue, ranked, rankOf } from './palette-order.ts'

const PAUSE_MS = 300
const SHORTEST = 2
const FOUND = 5
/** More are asked for: the one that is called exactly so may stand behind others. */
const ASKED = 20

type Asked = { page: number; limit: number; search: string }
/** name: what else it is found by as it stands. */
type Line = { id: string; to: string; text: string; more: string; name?: string }
type Found<T> = { rows: T[]; isOld: boolean }
const useFound = <T,>(
  of: Subject,
  picker: string,
  search: string,
  ask: (query: Asked, signal: AbortSignal) => Promise<{ data: T[] }>,
): Found<T> => {
  const { data, isPlaceholderData } = useQuery({
    queryKey: keys.choices(of, picker, search),
    queryFn: ({ signal }) => ask({ page: 1, limit: ASKED, search }, signal),
    enabled: search.length >= SHORTEST,
    placeholderData: keepPreviousData,
  })
  return { rows: data?.data ?? [], isOld: isPlaceholderData }
}
const useAuditEntry = (typed: string): Line[] => {
  const id = auditIdIn(typed)
  const { data } = useQuery({
    queryKey: keys.choices('audit', 'palette', id ?? ''),
    queryFn: ({ signal }) => call('GET /admin/audit', { query: { id: id ?? '', page: 1, limit: 1 } }, { signal }),
    enabled: id !== null && typed.length >= SHORTEST,
  })
  return (id === null ? [] : (data?.data ?? [])).map((entry) => ({
    id: String(entry.id),
    // its id may be the beginning of a number of a telephone, unless its sign stands before it
    name: `#${entry.id}`,
    to: `/audit?id=${entry.id}`,
    text: deedOf(entry.action),
    more: [
      auditTexts.entry(String(entry.id)),
      entry.actor_name?.trim() || auditTexts.unknownActor,
      auditTexts.wib(formatMoment(entry.date)),
    ].join(' · '),
  }))
}

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
  const entry = useAuditEntry(search)
  if (search.length < SHORTEST) return null
  const isBehind = search !== typed.trim()
  /** What came for an earlier text stands only while it may be meant: Enter must not open somebody else. */
  const linesOf = <T,>({ rows, isOld }: Found<T>, lineOf: (row: T) => Line): Line[] => {
    const lines = rows.map(lineOf)
    const said = typed.trim().toLowerCase()
    return isOld || isBehind ? lines.filter(({ text, more }) => `${text} ${more}`.toLowerCase().includes(said)) : lines
  }
  const groups: [heading: string, icon: LucideIcon, lines: Line[]][] = [
    [shellTexts.searchMembers, UserRound, linesOf(members, personLine)],
    [shellTexts.searchTeam, UsersRound, linesOf(team, personLine)],
    [
      shellTexts.searchAccounts,
      Smartphone,
      linesOf(accounts, (account) => ({
        id: account.id,
        to: `/whatsapp?id=${encodeURIComponent(account.id)}`,
        text: account.phonenumber ?? account.clientid,
        more: accountName(account) ?? '',
      })),
    ],
    [
      paletteTexts.recipients,
      Contact,
      linesOf(recipients, ({ id, number, name }) => ({
        id: String(id),
        to: `/phonenumber/edit?id=${id}`,
        text: number,
        more: name,
      })),
    ],
    [
      paletteTexts.templates,
      MessageSquareText,
      linesOf(templates, ({ id, name, topic }) => ({
        id,
        to: `/message/edit?id=${encodeURIComponent(id)}`,
        text: name,
        more: topic,
      })),
    ],
    [paletteTexts.settings, Settings, settingLines(search)],
    [paletteTexts.audit, FileClock, isBehind ? [] : entry],
  ]
  const rank = ({ text, more, name = '' }: Line): number => rankOf(typed, [text, more, name])
  return groups
    .filter(([, , lines]) => lines.length > 0)
    .map(([heading, Icon, lines]) => (
      <Command.Group key={heading} heading={heading} className={groupClass}>
        {ranked(lines, rank)
          .slice(0, FOUND)
          .map((line) => (
            <Command.Item
              key={line.id}
              value={foundValue(rank(line), `${heading} ${line.id}`)}
              className={itemClass}
              onSelect={() => {
                remember({ to: line.to, text: line.text, more: line.more })
                onGo(line.to)
              }}
            >
              <Icon aria-hidden className="size-4.5 shrink-0" />
              <span className="min-w-0 truncate">
                {line.text}
                {line.more !== '' && <span className="ml-2 text-[13px]">{line.more}</span>}
              </span>
            </Command.Item>
          ))}
      </Command.Group>
    ))
}
