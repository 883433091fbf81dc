// By outcome and by what came of it: the filters of both lists of who got what.
import type { AnyCame } from '../../../contract/sending/reports.ts'
import { campaignTexts as texts } from '../../texts/indonesian.ts'
import { FilterChips } from '../../ui/filter-chips.tsx'

const { personColumns: heads, funnel } = texts

type Props = {
  /** Words by state, in the order of the choices. */
  states: Readonly<Record<string, string>>
  cames: readonly AnyCame[]
  /** Empty: all of them. */
  now: { state: string; came: string }
  onChoose: (chosen: { state: string } | { came: string }) => void
}
export function PersonFilters({ states, cames, now, onChoose }: Props) {
  return (
    <div className="grid min-w-0 gap-2">
      <FilterChips
        label={heads.state}
        now={now.state}
        choices={[
          { value: '', label: texts.allStates },
          ...Object.entries(states).map(([value, label]) => ({ value, label })),
        ]}
        onChoose={(state) => onChoose({ state })}
      />
      <FilterChips
        label={heads.came}
        now={now.came}
        choices={[{ value: '', label: texts.allCame }, ...cames.map((value) => ({ value, label: funnel[value] }))]}
        onChoose={(came) => onChoose({ came })}
      />
    </div>
  )
}
