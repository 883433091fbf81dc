// Who got what: the columns that the lists of a campaign and of a one-off blast share.
import { Link } from 'react-router'
import type { CampaignPersonState, ReportedPerson } from '../../../contract/sending/reports.ts'
import { campaignTexts } from '../../texts/indonesian.ts'
import type { Column } from '../../ui/data-list.tsx'
import { personCame } from './person-came.ts'
import { personTime } from './person-time.ts'

const { personColumns: heads } = campaignTexts
const NOTHING = '–'
/** What a report says beside what both say. A card leaves out what there is nothing of. */
export const told = <P,>(cell: (person: P) => string | null): Pick<Column<P>, 'card' | 'cell' | 'mute'> => ({
  card: 'sub',
  cell: (person) => cell(person) ?? NOTHING,
  mute: (person) => (cell(person) ?? NOTHING) === NOTHING,
})

/** id null: nobody in the list of recipients has this number. */
type Person = Omit<ReportedPerson, 'state'> & { id: number | null; state: CampaignPersonState }
export const personColumns = <P extends Person>(states: Readonly<Record<P['state'], string>>): Column<P>[] => [
  {
    head: heads.number,
    card: 'title',
    isRowHead: true,
    className: 'tabular-nums',
    cell: ({ id, number }) =>
      id === null ? (
        number
      ) : (
        <Link to={`/phonenumber/edit?id=${id}`} className="underline underline-offset-2">
          {number}
        </Link>
      ),
  },
  { head: heads.name, card: 'sub', className: 'max-w-72 truncate', cell: ({ name }) => name },
  { head: heads.state, card: 'sub', cell: ({ state }: P) => states[state as P['state']] },
  { head: heads.at, className: 'text-[13px] whitespace-nowrap', ...told<P>(personTime) },
  { head: heads.came, ...told<P>(personCame) },
]
