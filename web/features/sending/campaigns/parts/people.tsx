// Who got what of a campaign, by outcome, and their file.
import { Users } from 'lucide-react'
import { type Came, CAMES } from '../../../../../contract/ground/came.ts'
import { CAMPAIGN_FILED_DAYS, CAMPAIGN_ROWS_DAYS } from '../../../../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../../../../contract/ground/time.ts'
import { CAMPAIGN_PERSON_STATES, type CampaignPersonState } from '../../../../../contract/sending/reports.ts'
import { type RowOf, usePaged } from '../../../../lib/api/use-paged.ts'
import { formatDay } from '../../../../lib/format/format.ts'
import { PagedList } from '../../../../lib/lists/paged-list.tsx'
import { Exports } from '../../../../lib/lists/tools.tsx'
import { usePageQuery } from '../../../../lib/lists/use-page-query.ts'
import { personColumns, told } from '../../../../lib/reports/person-columns.tsx'
import { PersonFilters } from '../../../../lib/reports/person-filters.tsx'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { Card, CardHead } from '../../../../ui/card.tsx'
import type { Column } from '../../../../ui/data-list.tsx'
import { type Campaign, isOpen } from '../api.ts'

type Person = RowOf<'GET /admin/campaign/people'>
const { personColumns: heads, personStates } = texts
const COLUMNS: Column<Person>[] = [
  ...personColumns<Person>(personStates),
  { head: heads.template, ...told<Person>(({ template_name }) => template_name) },
]
/** Nobody is unsent while it goes on, and nobody waits once it has ended. */
const { waiting, unsent, ...decided } = personStates
const STATES = { open: { waiting, ...decided }, ended: { ...decided, unsent } }
const isState = (text: string): text is CampaignPersonState =>
  (CAMPAIGN_PERSON_STATES as readonly string[]).includes(text)
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
  const states = isOpen(campaign) ? STATES.open : STATES.ended
  // chosen while it ran
  const word = typed === 'waiting' && !isOpen(campaign) ? 'unsent' : typed
  const state = isState(word) ? word : undefined
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
          <PersonFilters
            states={states}
            cames={CAMES}
            now={{ state: state ?? '', came: came ?? '' }}
            onChoose={(chosen) => place.put({ ...chosen, page: '' })}
          />
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
