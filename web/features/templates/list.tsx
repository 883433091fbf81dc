// /message: templates with their media, caption and buttons.
import { MessageSquareText, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { buttonAddress } from '../../../contract/addresses.ts'
import type { Template } from '../../../contract/templates.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { useDeleting } from '../../lib/lists/use-deleting.ts'
import { useExport } from '../../lib/lists/use-export.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { usePaged } from '../../lib/api/use-paged.ts'
import { common, listTexts, templateTexts as texts } from '../../texts/indonesian.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { TEMPLATES } from './api.ts'
import { Caption } from './read-caption.tsx'
import { isImage } from '../../lib/message/wa-text.ts'

const DeleteQuestion = lazy(() => import('../../ui/delete-question.tsx'))
const FILES = [{ label: listTexts.exportJson, name: 'messages.json' }]
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
          className="size-16 rounded-lg border border-line object-cover"
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
    <ul className="flex flex-col items-start gap-1 text-[13px]">
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

const columnsOf = (isDeleting: (id: string) => boolean, onDelete: (row: Template) => void): Column<Template>[] => [
  { head: columns.media, cell: (row) => <Media url={row.media} /> },
  {
    head: columns.caption,
    card: 'wide',
    className: 'min-w-56',
    cell: (row) => (
      <div className="line-clamp-5 text-[13px] leading-5 break-words">
        <Caption html={row.text} />
      </div>
    ),
  },
  { head: columns.button, className: 'max-w-40', cell: (row) => <Buttons row={row} /> },
  {
    head: columns.use,
    sort: 'use',
    align: 'right',
    className: 'tabular-nums',
    cell: (row) => formatNumber(row.count_use),
  },
  {
    head: columns.status,
    cell: (row) => (
      <Badge tone={row.status === 'active' ? 'success' : 'neutral'}>
        {row.status === 'active' ? texts.active : texts.nonactive}
      </Badge>
    ),
  },
  {
    head: columns.action,
    card: 'foot',
    cell: (row) => (
      <RowActions
        subject={texts.thisTemplate}
        editTo={`/message/edit?id=${encodeURIComponent(row.id)}`}
        deleting={isDeleting(row.id)}
        onDelete={() => onDelete(row)}
        words={listTexts}
      />
    ),
  },
]

export default function TemplateList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'templates')
  const list = usePaged({
    name: TEMPLATES,
    route: 'GET /admin/message/list-per-page',
    sent: { query: { page: place.page, sort: sorting.sent } },
    fallback: texts.failedLoad,
  })
  const files = useExport('GET /admin/message/export', texts.nothingToExport)
  const deleting = useDeleting(TEMPLATES, 'DELETE /admin/message/:id', listTexts.removeFailed)
  const [asking, setAsking] = useState<Template | null>(null)
  const add = (
    <Link to="/message/create" className={buttonClass('primary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      {listTexts.add}
    </Link>
  )
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={texts.title} note={texts.lead}>
        <ExportButtons files={FILES} busy={files.busy} onSave={files.save} />
        {add}
      </PageHead>
      <Card>
        <PagedList
          label={texts.table}
          query={list}
          place={place}
          sorting={sorting}
          columns={columnsOf(deleting.isDeleting, setAsking)}
          keyOf={(row) => row.id}
          fading={(row) => deleting.isDeleting(row.id)}
          icon={MessageSquareText}
          emptyNote={texts.emptyNote}
          emptyAction={add}
          minWidth="min-w-[54rem]"
        />
      </Card>
      {asking && (
        <Suspense fallback={null}>
          <DeleteQuestion
            words={listTexts}
            onYes={() => void deleting.remove(asking.id)}
            onClose={() => setAsking(null)}
          >
            {texts.removeText}
          </DeleteQuestion>
        </Suspense>
      )}
    </>
  )
}
