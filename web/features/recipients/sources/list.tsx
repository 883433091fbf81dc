// /consent-source: where people agreed, what they were told and where the proof is; and which sources are held (rule source-hold).
import { FileCheck2, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { SOURCE_COUNT_MAX } from '../../../../contract/recipients/consent-sources.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatMoment, formatNumber, formatSince } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { sourceTexts as texts } from '../../../texts/indonesian.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { part } from '../../../ui/part.tsx'

const HoldDialog = part(() => import('./hold-dialog.tsx'))
const KeepDialog = part(() => import('./keep-dialog.tsx'))
export type Source = RowOf<'GET /admin/consent/sources'>
const { columns: heads } = texts
const SMALL = 'block text-[13px] break-words text-ink-2 max-lg:line-clamp-1'
const LINK = 'inline-flex min-h-6 items-center text-accent-text underline underline-offset-2'

function Kept({ source: { name, told, told_by, proof, topic } }: { source: Source }) {
  return (
    <div className="lines">
      <Link to={`/phonenumber?source=${encodeURIComponent(name)}`} className={`${LINK} font-semibold break-words`}>
        {name}
      </Link>
      {told !== null && <span className={SMALL}>{told}</span>}
      {topic !== '' && <span className={SMALL}>{texts.ofTopic(topic)}</span>}
      {told_by !== null && <span className={SMALL}>{texts.toldBy(told_by)}</span>}
      {proof !== null &&
        (/^https:\/\/\S+$/.test(proof) ? (
          <a href={proof} target="_blank" rel="noreferrer" className={`${LINK} text-[13px]`}>
            {texts.openProof}
          </a>
        ) : (
          <span className={SMALL}>{proof}</span>
        ))}
    </div>
  )
}
function State({ source }: { source: Source }) {
  const { held_at, held_by, held_by_name, held_why, held_rates, proof, released_at, released_by_name } = source
  if (held_at === null)
    return (
      <div className="lines flex flex-col items-start gap-1">
        {proof === null ? <Badge>{texts.states.bare}</Badge> : <Badge tone="success">{texts.states.kept}</Badge>}
        {released_at !== null && (
          <span className={SMALL}>{texts.released(released_by_name ?? texts.somebody, formatMoment(released_at))}</span>
        )}
      </div>
    )
  return (
    <div className="lines flex flex-col items-start gap-1">
      <Badge tone="danger">{texts.states.held}</Badge>
      <span className={SMALL}>{texts.heldSince(formatSince(held_at))}</span>
      <span className={SMALL}>
        {held_by === 'disputes' && texts.heldByDisputes}
        {held_rates && texts.heldByRates(formatNumber(held_rates.count), formatNumber(held_rates.of))}
        {held_by === 'person' && texts.heldBy(held_by_name ?? texts.somebody)}
      </span>
      {held_why !== null && <span className={SMALL}>{held_why}</span>}
    </div>
  )
}

export type Act = { source: Source | null; act: 'keep' | 'release' | 'hold' }
const columnsOf = (ask: (act: Act) => void): Column<Source>[] => [
  {
    head: heads.name,
    card: 'title',
    className: 'max-w-96',
    isRowHead: true,
    cell: (source) => <Kept source={source} />,
  },
  { head: heads.state, card: 'sub', className: 'max-w-64', cell: (source) => <State source={source} /> },
  {
    head: heads.recipients,
    card: 'sub',
    align: 'right',
    cell: ({ recipients }) => (
      <span className="tabular-nums">
        {recipients < SOURCE_COUNT_MAX ? formatNumber(recipients) : texts.atLeast(formatNumber(recipients))}
      </span>
    ),
  },
  {
    head: heads.disputes,
    card: 'sub',
    align: 'right',
    mute: ({ disputes }) => disputes === 0,
    cell: ({ disputes }) => <span className="tabular-nums">{formatNumber(disputes)}</span>,
  },
  {
    head: heads.action,
    card: 'foot',
    cell: (source) => {
      const button = (act: Act['act'], label: string, main = false) => (
        <Button
          size="sm"
          variant={main ? 'primary' : 'secondary'}
          aria-label={texts.actOn(label, source.name)}
          onClick={() => ask({ source, act })}
        >
          {label}
        </Button>
      )
      return (
        <div className="flex flex-wrap gap-1.5">
          {source.held_at === null
            ? button('keep', source.proof === null ? texts.keep : texts.change)
            : button('release', texts.release, true)}
          {source.held_at === null && button('hold', texts.hold)}
        </div>
      )
    },
  },
]

export default function SourceList() {
  const place = usePageQuery()
  const [asked, ask] = useState<Act | null>(null)
  const { query } = usePaged({
    of: 'sources',
    route: 'GET /admin/consent/sources',
    sent: { query: { ...place.paging, search: place.search } },
    fallback: texts.loadFailed,
  })
  const close = (): void => ask(null)
  return (
    <ResourceList
      words={texts}
      tools={
        <Button size="sm" onClick={() => ask({ source: null, act: 'keep' })}>
          <Plus aria-hidden className="size-4" />
          {texts.add}
        </Button>
      }
      query={query}
      place={place}
      columns={columnsOf(ask)}
      keyOf={({ name }) => name}
      icon={FileCheck2}
      minWidth="min-w-[52rem]"
      emptyNote={texts.empty}
    >
      <Suspense fallback={null}>
        {asked?.source && asked.act === 'hold' && <HoldDialog name={asked.source.name} onClose={close} />}
        {asked && asked.act !== 'hold' && (
          <KeepDialog source={asked.source} release={asked.act === 'release'} onClose={close} />
        )}
      </Suspense>
    </ResourceList>
  )
}
