// Conditions of what came of campaigns (rule campaign-came).
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import { CAME_ASKED, type Condition, WAS } from '../../../../../contract/recipients/segments.ts'
import { segmentTexts } from '../../../../texts/indonesian.ts'
import { Select } from '../../../../ui/input.tsx'
import { useLaunchedCampaigns } from '../api.ts'
import { Choice } from './choice.tsx'
import { Whole } from './whole.tsx'

const { fields } = segmentTexts
type Props<K extends Condition['is']> = { one: Extract<Condition, { is: K }>; put: (next: Condition) => void }

const isOfReading = (was: (typeof WAS)[number]): boolean => was === 'read' || was === 'unread'
export function CampaignField({ one, put }: Props<'campaign'>) {
  const campaigns = useLaunchedCampaigns().data ?? []
  return (
    <div className="flex min-w-0 flex-wrap gap-2 *:min-w-40 *:flex-1">
      <Choice
        label={fields.was}
        value={one.was}
        values={WAS}
        words={fields.wases}
        onChoose={(was) => put({ ...one, was })}
      />
      <Select
        aria-label={fields.campaign}
        value={one.campaign}
        onChange={({ target }) => put({ ...one, campaign: Number(target.value) })}
      >
        <option value={0}>{fields.chooseCampaign}</option>
        {campaigns.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {isOfReading(one.was) && <p className="basis-full text-[13px] text-ink-2">{fields.wasReading}</p>}
    </div>
  )
}
export function CameField({ one, put }: Props<'came'>) {
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-2 *:min-w-36 *:flex-1">
      <Choice
        label={fields.came}
        value={one.came}
        values={CAME_ASKED}
        words={fields.cames}
        onChoose={(came) => put({ ...one, came })}
      />
      <Whole
        label={fields.days}
        value={one.days}
        range={RANGES.cameDays}
        after={fields.daysAfter}
        onType={(days) => put({ ...one, days })}
      />
      <p className="basis-full text-[13px] text-ink-2">
        {one.came === 'read' ? `${fields.cameOf} ${fields.wasReading}` : fields.cameOf}
      </p>
    </div>
  )
}
