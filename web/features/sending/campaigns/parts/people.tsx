// Who got what of a campaign, by outcome, and their file.
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { type Came, CAMES } from '../../../../../contract/ground/came.ts'
import { CAMPAIGN_FILED_DAYS, CAMPAIGN_ROWS_DAYS } from '../../../../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../../../../contract/ground/time.ts'
import { PERSON_STATES, type PersonState } from '../../../../../contract/sending/campaigns.ts'
import { type RowOf, usePaged } from '../../../../lib/api/use-paged.ts'
import { personCame } from '../../../../lib/campaigns/person-came.ts'
import { personTime } from '../../../../lib/campaigns/person-time.ts'
import { formatDay } from '../../../../lib/format/format.ts'
import { PagedList } from '../../../../lib/lists/paged-list.tsx'
import { Exports } from '../../../../lib/lists/tools.tsx'
import { usePageQuery } from '../../../../lib/lists/use-page-query.ts'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { Card, CardHead } from '../../../../ui/card.tsx'
import type { Column } from '../../../../ui/data-list.tsx'
import { FilterChips } from '../../../../ui/filter-chips.tsx'
import type { Campaign } from '../api.ts'

type Person = RowOf<'GET /admin/campaign/people'>
const { personColumns: heads, personStates, funnel } = texts
const NOTHING = '–'
/** A card leaves out what there is nothing of. */
const told = (cell: (person: Person) => string): Pick<Column<Person>, 'cell' | 'mute'> => ({
  cell,
  mute: (person) => cell(person) === NOTHING,
})
const COLUMNS: Column<Person>[] = [
  {
    head: heads.number,
    card: 'title',
    isRowHead: true,
    className: 'tabular-nums',
    cell: ({ id, number }) => (
      <Link to={`/phonenumber/edit?id=${id}`} className="underline underline-offset-2">
        {number}
      </Link>
    ),
  },
  { head: heads.name, card: 'sub', className: 'max-w-72 truncate', cell: ({ name }) => name },
  { head: heads.state, card: 'sub', cell: ({ state }) => personStates[state] },
  {
    head: heads.at,
    card: 'sub',
    className: 'text-[13px] whitespace-nowrap',
    ...told(personTime),
  },
  { head: heads.came, card: 'sub', ...told(personCame) },
  { head: heads.template, card: 'sub', ...told(({ template_name }) => template_name ?? NOTHING) },
]
const isState = (text: string): text is PersonState => (PERSON_STATES as readonly string[]).includes(text)
const isCame = (text: string): text is Came => (CAMES as readonly string[]).includes(text)

/** Why the list has nobody: one that ended long ago has them in its file alone. */
const emptyNoteOf = ({ ended_at: ended }: Campaign): string => {
  if (ended === null || Date.now() < Date.parse(ended) + CAMPAIGN_ROWS_DAYS * DAY_MS) return texts.nobodyHere
  const until = Date.parse(ended) + CAMPAIGN_FILED_DAYS * DAY_MS
  return Date.now() < until ? texts.filed(formatDay(new Date(until).toISOString())) : texts.forgotten
}

export function People({ campaign }: { campaign: Campaign }) {
  const { id } = campaign
  const place = usePageQuery()
  const typed = place.param('state')
  const state = isState(typed) ? typed : undefined
  const cameTyped = place.param('came')
  const came = isCame(cameTyped) ? cameTyped : undefined
  const shown = { id, ...(state ? { state } : {}), ...(came ? { came } : {}) }
  const { query } = usePaged({
    of: 'campaigns',
    route: 'GET /admin/campaign/people',
    sent: { query: { ...place.paging, ...shown } },
    fallback: texts.loadFailed,
  })
  return (
    <Card className="min-w-0 lg:col-span-2">
      <CardHead>
        <span className="flex flex-wrap items-center justify-between gap-3">
          {texts.list}
          <span className="flex flex-wrap gap-2">
            <Exports
              route="GET /admin/campaign/export"
              shown={shown}
              files={['campaign.csv', 'campaign.json']}
              nothing={texts.nobodyHere}
            />
          </span>
        </span>
      </CardHead>
      <PagedList
        label={texts.list}
        query={query}
        place={place}
        capped
        filters={
          <div className="grid min-w-0 gap-2">
            <FilterChips
              label={heads.state}
              now={state ?? ''}
              choices={[
                { value: '', label: texts.allStates },
                ...PERSON_STATES.map((value) => ({ value, label: personStates[value] })),
              ]}
              onChoose={(value) => place.put({ state: value, page: '' })}
            />
            <FilterChips
              label={heads.came}
              now={came ?? ''}
              choices={[
                { value: '', label: texts.allCame },
                ...CAMES.map((value) => ({ value, label: funnel[value] })),
              ]}
              onChoose={(value) => place.put({ came: value, page: '' })}
            />
          </div>
        }
        columns={COLUMNS}
        keyOf={({ id: number }) => String(number)}
        icon={Users}
        emptyNote={emptyNoteOf(campaign)}
        minWidth="min-w-[48rem]"
      />
    </Card>
  )
}
