// /data-request: what is kept about one number, for the person who asks to see, correct or erase it (rule data-request).
import { zodResolver } from '@hookform/resolvers/zod'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { dataRequestBody } from '../../../../contract/privacy/data-requests.ts'
import '../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { dataRequestTexts as texts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { PhoneField, TextField } from '../../../ui/text-field.tsx'
import { collect, type Shown } from './collect.ts'
import { Report } from './parts/report.tsx'

export default function DataRequest() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [asked, setAsked] = useState(0)
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const form = useForm<z.input<typeof dataRequestBody>, unknown, z.output<typeof dataRequestBody>>({
    resolver: zodResolver(dataRequestBody),
    defaultValues: { number: '', reference: '' },
  })
  const { errors } = form.formState
  const submit = useSubmit(form, {
    send: (body) => {
      setShown(null)
      setAsked(0)
      const end = new AbortController()
      leaving.current = end
      return collect(body, setAsked, end.signal)
    },
    changes: ['audit'],
    onDone: setShown,
  })
  return (
    <>
      <ScreenHead title={texts.title} note={texts.lead} />
      <div className="flex flex-col gap-5">
        <Card className="p-5 sm:p-6" aria-label={texts.title}>
          <SubmitForm submit={submit} label={texts.show} busyLabel={texts.showing} icon={Search}>
            <div className="grid gap-4 sm:grid-cols-2">
              <PhoneField
                label={texts.number}
                hint={texts.numberHint}
                error={errors.number?.message}
                {...form.register('number')}
              />
              <TextField
                label={texts.reference}
                hint={texts.referenceHint}
                error={errors.reference?.message}
                maxLength={120}
                {...form.register('reference')}
              />
            </div>
          </SubmitForm>
          {submit.busy && (
            <div className="mt-4 flex flex-col gap-2" aria-live="polite">
              <p className="text-[13px] text-ink-2">{texts.asked(formatNumber(asked))}</p>
              <Progress label={texts.progress} percent={null} />
            </div>
          )}
        </Card>
        {shown && !submit.busy && <Report shown={shown} onErased={() => setShown(null)} />}
      </div>
    </>
  )
}
