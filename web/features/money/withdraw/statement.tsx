// /withdraw/statement: every change of a balance with its parts; admin and dev see a member's by ?id=.
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { userClientId } from '../../../../contract/ground/channels.ts'
import type { StatementLine } from '../../../../contract/money/ledger.ts'
import { formatDay, formatMoment } from '../../../lib/format/format.ts'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { type PageQueryState, usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { Link } from 'react-router'
import { callFile } from '../../../lib/api/call-file.ts'
import { useUser } from '../../../lib/api/users.ts'
import { statementTexts as texts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { type Column, DataList } from '../../../ui/data-list.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { RowToggle } from '../../../ui/row-toggle.tsx'
import { useLiveWithdraws, useStatement } from './api.ts'
import { CursorPager } from './parts/cursor-pager.tsx'
import { IncomeDays } from './parts/income-days.tsx'
import { type Shown, shownOf, StatementFilters } from './parts/statement-filters.tsx'
import { StatementParts } from './parts/statement-parts.tsx'

const { columns: heads } = texts
const keyOf = (line: StatementLine): string => String(line.id ?? `${line.kind}-${line.day}`)
const partsId = (line: StatementLine): string => `parts-${keyOf(line)}`
const nameOf = ({ kind, day }: StatementLine): string =>
  day === null ? texts.kinds[kind] : texts.of(texts.kinds[kind], formatDay(day))

type Opened = { open: string | null; toggle: (line: StatementLine) => void }
/** @param hasRequests the reader has the screen of their own requests, where a line of one leads */
const whatColumn = ({ open, toggle }: Opened, hasRequests = false): Column<StatementLine> => ({
  head: heads.what,
  card: 'title',
  cell: (line) => {
    const isOpen = open === keyOf(line)
    if (line.withdrawId !== null && hasRequests)
      return (
        <Link
          to={`/withdraw?id=${encodeURIComponent(line.withdrawId)}`}
          className="font-semibold text-accent-text underline underline-offset-2"
        >
          {nameOf(line)}
        </Link>
      )
    if (line.parts.length === 0) return <span className="font-semibold">{nameOf(line)}</span>
    return (
      <RowToggle
        isOpen={isOpen}
        controls={partsId(line)}
        label={(isOpen ? texts.hide : texts.show)(nameOf(line))}
        onToggle={() => toggle(line)}
      >
        {nameOf(line)}
      </RowToggle>
    )
  },
})
const amount = amountColumn<StatementLine>({
  head: heads.amount,
  card: 'side',
  sen: true,
  signed: true,
  of: (line) => line.amount,
})
const createdAt: Column<StatementLine> = {
  head: heads.createdAt,
  card: 'sub',
  cell: (line) => <span className="whitespace-nowrap">{formatMoment(line.createdAt ?? '')}</span>,
}
const balance = amountColumn<StatementLine>({ head: heads.balance, card: 'sub', of: (line) => line.balance })

/** Only one line is open at a time. */
const useOpened = (): Opened => {
  const [open, setOpen] = useState<string | null>(null)
  return { open, toggle: (line) => setOpen(open === keyOf(line) ? null : keyOf(line)) }
}
const detailOf =
  ({ open }: Opened) =>
  (line: StatementLine) =>
    open === keyOf(line) && line.parts.length > 0 ? (
      <StatementParts id={partsId(line)} label={texts.parts(nameOf(line))} line={line} />
    ) : null

function Open({ lines }: { lines: readonly StatementLine[] }) {
  const opened = useOpened()
  return (
    <Card edge className="mb-4">
      <CardHead>
        {texts.openTitle}
        <span className="block text-xs font-normal text-ink-2">{texts.openLead}</span>
      </CardHead>
      <DataList
        label={texts.openTitle}
        rows={lines}
        columns={[whatColumn(opened), amount]}
        keyOf={keyOf}
        onRow={opened.toggle}
        detail={detailOf(opened)}
      />
    </Card>
  )
}

const VIEWS = ['', 'accounts'] as const

type LinesProps = { userId: string; place: PageQueryState; shown: Shown; own: boolean }
function Lines({ userId, place, shown, own }: LinesProps) {
  const query = useStatement(userId, shown)
  const opened = useOpened()
  const open = query.data?.open ?? []
  const { kind, from, to, before, after } = shown
  const isFiltered = [kind, from, to].some((part) => part !== '')
  const fetchFile = (): Promise<Blob> =>
    callFile(
      'GET /admin/withdraw/statement-file/:userId',
      { params: { userId }, query: { kind, from, to, format: 'csv' } },
      { fallback: texts.exportFailed },
    )
  return (
    <>
      {open.length > 0 && !isFiltered && before === '' && after === '' && <Open lines={open} />}
      <Card edge>
        <CardHead>{texts.listTitle}</CardHead>
        <StatementFilters
          place={place}
          shown={shown}
          hasKinds
          file={{ label: texts.export, name: 'mutasi.csv' }}
          fetchFile={fetchFile}
        />
        <PagedList
          label={texts.listTitle}
          query={query}
          place={place}
          columns={[whatColumn(opened, own), createdAt, amount, balance]}
          keyOf={keyOf}
          onRow={opened.toggle}
          detail={detailOf(opened)}
          icon={ScrollText}
          minWidth="min-w-[36rem]"
          fixed
          tall
          emptyNote={isFiltered ? texts.filteredEmpty : texts.empty}
        />
        {query.data && <CursorPager cursors={query.data} onPage={(next) => place.put({ ...next, page: '' })} />}
      </Card>
    </>
  )
}

export default signedIn(function Statement({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const param = place.param('id')
  const userId = param === '' ? user.id : param
  const others = userId !== user.id
  const whose = useUser(others ? userId : '').data?.user
  useLiveWithdraws(userClientId(user.id))
  const wanted = place.param('view')
  const view = VIEWS.find((one) => one === wanted) ?? ''
  const shown = shownOf(place)
  return (
    <>
      <ScreenHead title={texts.title} note={whose ? `${whose.firstname} ${whose.lastname}`.trim() : texts.lead}>
        {others ? (
          <BackLink to={`/member/edit?id=${userId}`} label={texts.backToMember} />
        ) : (
          user.role !== 'admin' && <BackLink to="/withdraw" label={texts.back} />
        )}
      </ScreenHead>
      <div className="mb-4">
        <FilterChips
          label={texts.view}
          now={view}
          choices={VIEWS.map((value) => ({ value, label: texts.views[value] }))}
          onChoose={(value) => place.put({ view: value, kind: '', before: '', after: '', page: '' })}
        />
      </div>
      {view === 'accounts' ? (
        <IncomeDays userId={userId} place={place} shown={shown} />
      ) : (
        <Lines userId={userId} place={place} shown={shown} own={!others && user.role !== 'admin'} />
      )}
    </>
  )
})
