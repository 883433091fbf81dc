// /bonus/create?id=: gives a member a bonus (rule bonus).
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { bonusBody } from '../../../../contract/money/bonus.ts'
import { RANGES } from '../../../../contract/ground/ranges.ts'
import { filled } from '../../../lib/forms/form-schema.ts'
import { call } from '../../../lib/api/http.ts'
import { NumberField } from '../../../lib/forms/number-field.tsx'
import { useBack } from '../../../lib/screen/use-back.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { approvalTexts, bonusTexts as texts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { notify } from '../../../ui/notify.tsx'
import { MemberChoice } from './member-choice.tsx'

const { userId, nominal, reason } = bonusBody.shape
const schema = z.object({ userId, nominal: filled(nominal), reason })

export default function BonusCreate() {
  const back = useBack('/bonus')
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { userId: useSearchParams()[0].get('id') ?? '', nominal: '', reason: '' },
  })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'nominal' })
  const submit = useSubmit(form, {
    send: (values) => call('POST /admin/bonus/create', { body: values }),
    changes: ['bonuses', 'approvals'],
    onDone: (answer) => {
      if ('approval' in answer) notify.info(approvalTexts.asked)
      else notify.success(texts.sent)
      back()
    },
  })
  return (
    <>
      <ScreenHead title={texts.createTitle} note={texts.createLead} />
      <Card className="max-w-2xl p-5 sm:p-6">
        <SubmitForm submit={submit} label={texts.submit} busyLabel={texts.submitting} onBack={back}>
          <Controller
            name="userId"
            control={form.control}
            render={({ field }) => (
              <Field label={texts.member} hint={texts.memberHint} error={errors.userId?.message}>
                {(control) => <MemberChoice control={control} value={field.value} onChange={field.onChange} />}
              </Field>
            )}
          />
          <NumberField
            label={texts.nominal}
            hint={texts.nominalHint}
            error={errors.nominal?.message}
            range={RANGES.bonus}
            typed={typed}
            placeholder="25.000"
            {...form.register('nominal')}
          />
          <TextField
            label={texts.reason}
            hint={texts.reasonHint}
            error={errors.reason?.message}
            {...form.register('reason')}
            maxLength={300}
            autoComplete="off"
          />
        </SubmitForm>
      </Card>
    </>
  )
}
