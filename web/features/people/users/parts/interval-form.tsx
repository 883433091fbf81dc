// The form of the sending interval, which is whole seconds and at least one.
import { type SyntheticEvent, useState } from 'react'
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import type { EditableUser } from '../../../../../contract/people/users.ts'
import { useRead } from '../../../../lib/forms/edited.ts'
import { NumberField } from '../../../../lib/forms/number-field.tsx'
import { afterSave, useUnsaved } from '../../../../lib/forms/leaving.ts'
import { useBack } from '../../../../lib/screen/use-back.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { useSaveUser } from '../../../../lib/api/users.ts'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { formTexts, fromServer, memberTexts, profileTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { cleanInterval, type IntervalProblem, intervalProblem, type IntervalRefusal } from '../interval-rules.ts'

const REFUSED: Record<IntervalRefusal, string> = {
  belowMinimum: texts.intervalMinError,
  minAboveMax: texts.intervalOrder,
}

const FIELDS = { blast_interval_min: { label: texts.intervalMin }, blast_interval_max: { label: texts.intervalMax } }

export function IntervalForm({ user, home }: { user: EditableUser; home: string }) {
  const [saved, setSaved] = useState([user.blast_interval_min, user.blast_interval_max] as const)
  const [min, setMin] = useState(saved[0])
  const [max, setMax] = useState(saved[1])
  const [problem, setProblem] = useState<IntervalProblem | null>(null)
  const back = useBack(home)
  const { read, take } = useRead(user)
  const unsaved = useUnsaved(min !== saved[0] || max !== saved[1])
  const update = useAction({
    send: useSaveUser(user, read, FIELDS),
    changes: ['users'],
    doneText: texts.intervalSaved,
    onDone: ({ user: now }) => {
      setSaved([now.blast_interval_min, now.blast_interval_max])
      setMin(now.blast_interval_min)
      setMax(now.blast_interval_max)
      take(now)
      unsaved.saved()
      afterSave(back)
    },
  })
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const [from, to] = [cleanInterval(min), cleanInterval(max)]
    const found = intervalProblem(min, from, to)
    setMin(String(from))
    setMax(String(to))
    setProblem(found)
    if (!found) void update.run({ blast_interval_min: from, blast_interval_max: to })
  }
  return (
    <Card edge aria-label={memberTexts.intervalTitle} className="px-4 py-3 sm:py-4">
      <SubmitForm submit={{ ...update, onSubmit }} failureText={formTexts.error} onBack={back}>
        <div>
          <h2 className="font-semibold">{memberTexts.intervalTitle}</h2>
          <p className="mt-1 text-ink-2">{texts.memberLead}</p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={texts.intervalMin}
            error={problem?.field === 'min' ? REFUSED[problem.refused] : undefined}
            range={RANGES.intervalS}
            typed={min}
            value={min}
            onChange={(e) => setMin(e.target.value)}
          />
          <NumberField
            label={texts.intervalMax}
            error={problem?.field === 'max' ? fromServer(problem.problem) : undefined}
            range={RANGES.intervalS}
            typed={max}
            value={max}
            onChange={(e) => setMax(e.target.value)}
          />
        </div>
      </SubmitForm>
    </Card>
  )
}
