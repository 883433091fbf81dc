// What became of a number in each campaign, whichever account sent it (rule timeline).
import { Link } from 'react-router'
import type { TimelineCampaign } from '../../../contract/privacy/timeline.ts'
import { campaignTexts, timelineTexts as texts } from '../../texts/indonesian.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { personCame } from '../reports/person-came.ts'
import { personTime } from '../reports/person-time.ts'

const { campaignColumns: heads } = texts
const COLUMNS: Column<TimelineCampaign>[] = [
  {
    head: heads.campaign,
    card: 'title',
    isRowHead: true,
    cell: ({ id, name }) => (
      <Link to={`/campaign/show?id=${id}`} className="text-accent-text underline underline-offset-2">
        {name}
      </Link>
    ),
  },
  {
    head: heads.state,
    card: 'sub',
    cell: ({ state }) => campaignTexts.personStates[state],
  },
  { head: heads.at, card: 'sub', className: 'whitespace-nowrap', cell: personTime },
  { head: heads.came, card: 'sub', cell: personCame },
  { head: heads.template, card: 'sub', cell: ({ template_name }) => template_name ?? '–' },
]

export function TimelineCampaigns({ campaigns }: { campaigns: readonly TimelineCampaign[] }) {
  return (
    <>
      <h3 className="border-t border-line px-4 py-3 font-semibold">{texts.campaigns}</h3>
      <DataList
        label={texts.campaigns}
        rows={campaigns}
        columns={COLUMNS}
        keyOf={({ id }) => String(id)}
        minWidth="min-w-0"
      />
    </>
  )
}
