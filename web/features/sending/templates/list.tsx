// /message: templates with their media, caption and buttons.
import { useFields } from '../../../lib/fields/api.ts'
import { MessageSquareText } from 'lucide-react'
import { buttonAddress } from '../../../../contract/ground/addresses.ts'
import { placeholderProblem } from '../../../../contract/sending/message-text.ts'
import type { Template } from '../../../../contract/sending/templates.ts'
import { formatMoment, formatNumber } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { Exports } from '../../../lib/lists/tools.tsx'
import { useRemoval } from '../../../lib/lists/use-removal.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { fromServer, listTexts, templateTexts as texts } from '../../../texts/indonesian.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { Column } from '../../../ui/data-list.tsx'
import { Caption } from './read-caption.tsx'
import { isImage } from '../../../lib/message/wa-text.ts'

const LINK = 'text-accent-text underline underline-offset-2'
const { columns } = texts

function Media({ url }: { url: string | null }) {
  if (url === null) return listTexts.never
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={LINK}>
      {isImage(url) ? (
        <img
          src={url}
          alt={texts.mediaAlt}
          loading="lazy"
          className="size-16 rounded-lg border border-line object-cover in-data-dense:size-7 in-data-dense:rounded"
        />
      ) : (
        texts.viewMedia
      )}
    </a>
  )
}
function Buttons({ row }: { row: Template }) {
  if (row.button.length === 0) return listTexts.never
  return (
    <ul className="flex flex-col items-start gap-1 text-[13px] in-data-dense:flex-row in-data-dense:gap-2">
      {row.button.map((button) => {
        const { id, title, type } = button
        const address = buttonAddress(button)
        return (
          <li key={id} className="max-w-full min-w-0 truncate">
            {address ? (
              <a href={address} target="_blank" rel="noopener noreferrer" title={address} className={LINK}>
                {title || address}
              </a>
            ) : (
              title || texts.types[type]
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** What came of its messages; nothing while there is none. */
function Outcome({ row }: { row: Template }) {
  const { count_success, count_fail, count_stop } = row
  if (count_success + count_fail + count_stop === 0) return null
  return (
    <ul className="text-[13px] whitespace-nowrap text-ink-2 in-data-dense:flex in-data-dense:gap-2">
      <li>{texts.arrived(formatNumber(count_success))}</li>
      <li>{texts.failed(formatNumber(count_fail))}</li>
      <li>{texts.stopped(formatNumber(count_stop))}</li>
    </ul>
  )
}

/** Why a draft cannot be activated; or that an active one, which an older version let through, is read as it stands. */
function Unfilled({ row }: { row: Template }) {
  const fields = useFields().data?.fields.map(({ key }) => key)
  const problem = fields ? placeholderProblem({ textWa: row.text_wa, button: row.button }, fields) : null
  if (problem === null) return null
  const isActive = row.status === 'active'
  return (
    <p
      className={classNames(
        'mt-1.5 min-w-40 text-[13px] in-data-dense:max-w-48',
        isActive ? 'text-danger-text' : 'text-ink-2',
      )}
    >
      {(isActive ? texts.unfilledActive : texts.unfilled)(fromServer(problem))}
    </p>
  )
}

const COLUMNS: Column<Template>[] = [
  { head: columns.media, card: 'sub', mute: (row) => row.media === null, cell: (row) => <Media url={row.media} /> },
  {
    head: columns.caption,
    isRowHead: true,
    card: 'title',
    className: 'max-w-96 min-w-56 font-normal',
    cell: (row) => (
      <div className="lines">
        <p className="font-semibold break-words text-ink">{row.name}</p>
        <div className="mt-1 line-clamp-2 text-[13px] leading-5 break-words lg:line-clamp-4">
          <Caption html={row.text} />
        </div>
      </div>
    ),
  },
  {
    head: columns.button,
    card: 'sub',
    mute: (row) => row.button.length === 0,
    className: 'max-w-40',
    cell: (row) => <Buttons row={row} />,
  },
  {
    head: columns.use,
    sort: 'use',
    card: 'sub',
    align: 'right',
    className: 'tabular-nums',
    cell: (row) => (
      <div className="lines justify-end">
        <span>{formatNumber(row.count_use)}</span>
        <Outcome row={row} />
      </div>
    ),
  },
  {
    head: columns.status,
    card: 'sub',
    cell: (row) => (
      <div className="lines">
        <Badge tone={row.status === 'active' ? 'success' : 'neutral'}>
          {row.status !== 'active' ? texts.nonactive : row.only_campaigns ? texts.onlyCampaigns : texts.active}
        </Badge>
        {row.paused && (
          <p className="mt-1.5 min-w-40 text-[13px] text-danger-text">
            {texts.paused(formatNumber(row.paused.stops), formatNumber(row.paused.of), formatMoment(row.paused.at))}
          </p>
        )}
        <Unfilled row={row} />
      </div>
    ),
  },
]

export default function TemplateList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'templates')
  const shown = { sort: sorting.sent, search: place.search }
  const { query } = usePaged({
    of: 'templates',
    route: 'GET /admin/message/list-per-page',
    sent: { query: { ...place.paging, ...shown } },
    fallback: texts.failedLoad,
  })
  const removal = useRemoval<Template>({
    of: 'templates',
    route: 'DELETE /admin/message/:id',
    version: (row) => row.version,
    question: () => texts.removeText,
  })
  const actions = removal.column({
    head: columns.action,
    subject: (row) => row.name,
    editTo: (row) => `/message/edit?id=${encodeURIComponent(row.id)}`,
  })
  return (
    <ResourceList
      words={texts}
      tools={
        <Exports
          route="GET /admin/message/export"
          shown={shown}
          files={['messages.json']}
          nothing={texts.nothingToExport}
        />
      }
      add={{ to: '/message/create' }}
      query={query}
      place={place}
      sorting={sorting}
      columns={[...COLUMNS, actions]}
      keyOf={(row) => row.id}
      removal={removal}
      icon={MessageSquareText}
      emptyNote={texts.emptyNote}
      minWidth="min-w-[54rem]"
    />
  )
}
