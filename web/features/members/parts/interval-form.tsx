// The sending interval: floored to whole seconds, at least one.
import { type FormEvent, useState } from 'react'
import { RANGES } from '../../../../contract/ranges.ts'
import type { User } from '../../../../contract/users.ts'
import { errorText } from '../../../lib/api/http.ts'
import { NumberField } from '../../../lib/forms/number-field.tsx'
import { useBack } from '../../../lib/forms/use-back.ts'
import { useUserUpdate } from '../../../lib/api/users.ts'
import { common, memberTexts, profileTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notify.tsx'
import { cleanInterval, type IntervalProblem, intervalProblem } from '../interval-rules.ts'

export function IntervalForm({ user, home }: { user: User; home: string }) {
  const [min, setMin] = useState(user.blast_interval_min)
  const [max, setMax] = useState(user.blast_interval_max)
  const [problem, setProblem] = useState<IntervalProblem | null>(null)
  const back = useBack(home)
  const update = useUserUpdate(user.id, () => {
    notify.success(texts.intervalSaved)
    back()
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const [from, to] = [cleanInterval(min), cleanInterval(max)]
    const found = intervalProblem(min, from, to)
    setMin(String(from))
    setMax(String(to))
    setProblem(found)
    if (!found) update.mutate({ blast_interval_min: from, blast_interval_max: to })
  }
  return (
    <Card aria-label={memberTexts.intervalTitle} className=" p-5 sm:p-6">
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <div>
          <h2 className="text-base font-semibold">{memberTexts.intervalTitle}</h2>
          <p className="mt-1 text-ink-2">{texts.memberLead}</p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={texts.intervalMin}
            error={problem?.field === 'min' ? problem.text : undefined}
            range={RANGES.intervalS}
            typed={min}
            value={min}
            onChange={(e) => setMin(e.target.value)}
          />
          <NumberField
            label={texts.intervalMax}
            error={problem?.field === 'max' ? problem.text : undefined}
            range={RANGES.intervalS}
            typed={max}
            value={max}
            onChange={(e) => setMax(e.target.value)}
          />
        </div>
        {update.isError && <Alert tone="danger">{texts.error(errorText(update.error))}</Alert>}
        <div className="flex gap-2">
          <Button type="submit" busy={update.isPending}>
            {update.isPending ? common.saving : common.save}
          </Button>
          <Button variant="secondary" onClick={back}>
            {common.back}
          </Button>
        </div>
      </form>
    </Card>
  )
}
