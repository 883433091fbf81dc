// Rows of what waits, each with the one link to where it is done: of the inbox and of home.
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { InboxItem } from '../../../contract/operation/inbox.ts'
import { inboxTexts as texts, fromServer, statusTexts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'
import { serverNow } from '../api/server-clock.ts'
import { formatRupiah, formatSince } from '../format/format.ts'
import { formatLasted } from '../format/lasted.ts'

const subjects: Record<string, string> = statusTexts.subjects
const noteOf = ({ sort, note }: InboxItem): string => {
  if (note === null) return ''
  if (sort === 'restricted') return formatSince(note)
  return sort === 'trouble' ? (subjects[note] ?? note) : note
}
const whatOf = (item: InboxItem): string =>
  texts.rows[item.sort].what(item.sort === 'trouble' ? fromServer(item.name ?? '') : (item.name ?? ''), noteOf(item))

function Row({ item }: { item: InboxItem }) {
  const sum = item.worth === null ? '' : formatRupiah(item.worth)
  const [what, act] = [whatOf(item), texts.rows[item.sort].act]
  const ageMs = serverNow() - Date.parse(item.since)
  const isAccount = item.kind === 'suspended' || item.kind === 'restricted'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_9rem_13rem] sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{what}</p>
        <p className="text-xs text-ink-2">
          <time dateTime={item.since}>
            {ageMs < MINUTE_MS ? texts.justNow : (isAccount ? texts.still : texts.waits)(formatLasted(ageMs))}
          </time>
        </p>
      </div>
      <p className="text-right font-semibold whitespace-nowrap tabular-nums">{sum}</p>
      <Link
        to={item.link}
        aria-label={texts.actOn(act, what)}
        className={buttonClass('secondary', 'sm', 'max-sm:col-span-2 max-sm:w-full')}
      >
        {act}
        <ChevronRight aria-hidden className="size-4" />
      </Link>
    </li>
  )
}

export function InboxRows({ label, items }: { label: string; items: readonly InboxItem[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <Row key={`${item.sort} ${item.id}`} item={item} />
      ))}
    </ul>
  )
}
