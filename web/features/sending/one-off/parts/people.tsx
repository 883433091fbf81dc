// Who gets or got a one-off blast, and their file (rule one-off-people).
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OneOffPeople, OneOffPerson } from '../../../../../contract/sending/one-off-people.ts'
import { REFUSED_SHOWN } from '../../../../../contract/sending/one-off.ts'
import { ALL_CAMES, type AnyCame, type PersonState } from '../../../../../contract/sending/reports.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { useDebounced } from '../../../../lib/browser/use-debounced.ts'
import { formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { Exports } from '../../../../lib/lists/tools.tsx'
import { personColumns, told } from '../../../../lib/reports/person-columns.tsx'
import { PersonFilters } from '../../../../lib/reports/person-filters.tsx'
import { campaignTexts, common, fromServer, oneOffTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { type Column, DataList } from '../../../../ui/data-list.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ListFailed, ListSkeleton } from '../../../../ui/list-states.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { usePeople } from '../api.ts'
import type { LiveOneOff } from '../apply-one-off-events.ts'
import { senderOf } from './columns.tsx'

const { people: texts } = oneOffTexts
const COLUMNS: Column<OneOffPerson>[] = [
  ...personColumns<OneOffPerson>(texts.states),
  { head: texts.why, ...told<OneOffPerson>(({ why }) => why && fromServer(why)) },
]
type Filter = { state: PersonState | ''; came: AnyCame | '' }
const ALL: Filter = { state: '', came: '' }

/** What the list cannot say of everybody. */
function Notes({ people: { unlisted, forgotten }, filter: { state, came } }: { people: OneOffPeople; filter: Filter }) {
  return (
    <>
      {forgotten > 0 && <Alert tone="info">{texts.forgotten(formatNumber(forgotten))}</Alert>}
      {unlisted > 0 && came === '' && (state === '' || state === 'dropped') && (
        <Alert tone="info">{texts.unlisted(formatNumber(unlisted), formatNumber(REFUSED_SHOWN))}</Alert>
      )}
    </>
  )
}

const emptyNoteOf = ({ state, came }: Filter, { next, forgotten }: OneOffPeople): string => {
  if (next !== null) return texts.goesOn
  if (state !== '' || came !== '') return campaignTexts.nobodyHere
  return forgotten > 0 ? texts.allForgotten : texts.none
}

/** Pages that were turned: each goes on from the last row of the one before. */
const usePages = () => {
  const [befores, setBefores] = useState<readonly string[]>([])
  return {
    after: befores.at(-1) ?? '',
    page: befores.length + 1,
    turnTo: (page: number, next: string | null) =>
      setBefores(page <= befores.length ? befores.slice(0, page - 1) : [...befores, ...(next === null ? [] : [next])]),
    begin: () => setBefores([]),
  }
}

function People({ oneOff }: { oneOff: LiveOneOff }) {
  const { id, status, sent, count_success, count_fail, count_unknown, count_skipped } = oneOff
  const [filter, setFilter] = useState(ALL)
  const { after, page, turnTo, begin } = usePages()
  const shown = { id, ...(filter.state && { state: filter.state }), ...(filter.came && { came: filter.came }) }
  const query = usePeople({ ...shown, ...(after && { after }) }, status === 'sending')
  const counts = useDebounced([status, sent, count_success, count_fail, count_unknown, count_skipped].join(), 500)
  const { data, isPlaceholderData, refetch } = query
  const seen = useRef(counts)
  useEffect(() => {
    if (seen.current === counts) return
    seen.current = counts
    void refetch({ cancelRefetch: false })
  }, [counts, refetch])
  const next = isPlaceholderData ? null : (data?.next ?? null)
  return (
    <div className="flex min-w-0 flex-col gap-4 [--header-height:0px]">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PersonFilters
          states={texts.states}
          cames={ALL_CAMES}
          now={filter}
          onChoose={(chosen) => {
            setFilter({ ...filter, ...(chosen as Partial<Filter>) })
            begin()
          }}
        />
        <span className="flex flex-wrap gap-2">
          <Exports
            route="GET /admin/blaster/export"
            shown={shown}
            files={['blaster.csv', 'blaster.json']}
            nothing={campaignTexts.nobodyHere}
          />
        </span>
      </div>
      {data && <Notes people={data} filter={filter} />}
      {query.isPending && <ListSkeleton label={common.loading} />}
      {!query.isPending && !data && (
        <ListFailed text={errorText(query.error)} retryLabel={common.retry} onRetry={() => void query.refetch()} />
      )}
      {data && data.list.length === 0 && <Empty icon={Users} title={common.empty} note={emptyNoteOf(filter, data)} />}
      {data && data.list.length > 0 && (
        <DataList
          label={texts.title}
          rows={data.list}
          columns={COLUMNS}
          keyOf={({ number, at }) => `${number} ${at}`}
          minWidth="min-w-[48rem]"
        />
      )}
      <Pager
        page={page}
        totalPages={next === null ? page : page + 1}
        isEndKnown={false}
        onPage={(to) => turnTo(to, next)}
        labels={{
          nav: common.pages,
          first: common.first,
          previous: common.previous,
          next: common.next,
          last: common.last,
          range: '',
          place: texts.page(formatNumber(page)),
        }}
      />
    </div>
  )
}

export default function PeopleDialog({ oneOff, onClose }: { oneOff: LiveOneOff; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={texts.title}
      closeLabel={common.close}
      description={texts.about(senderOf(oneOff), formatMoment(oneOff.createdAt))}
    >
      <People oneOff={oneOff} />
    </Dialog>
  )
}
