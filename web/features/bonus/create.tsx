// /bonus/create?id=: gives a member a bonus (rule bonus).
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { bonusBody } from '../../../contract/bonus.ts'
import { RANGES } from '../../../contract/ranges.ts'
import { filled } from '../../lib/forms/form-schema.ts'
import { call } from '../../lib/api/http.ts'
import { NumberField } from '../../lib/forms/number-field.tsx'
import { useBack } from '../../lib/forms/use-back.ts'
import { pagedKey } from '../../lib/api/use-paged.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { common, bonusTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/notify.tsx'
import { MemberChoice } from './parts/member-choice.tsx'

const { userId, nominal, reason } = bonusBody.shape
const schema = z.object({ userId, nominal: filled(nominal), reason })

export default function BonusCreate() {
  const back = useBack('/bonus')
  const cache = useQueryClient()
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { userId: useSearchParams()[0].get('id') ?? '', nominal: '', reason: '' },
  })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'nominal' })
  const { busy, failure, onSubmit } = useSubmit(form, {
    send: (values) => call('POST /admin/bonus/create', { body: values }),
    onDone: () => {
      notify.success(texts.sent)
      void cache.invalidateQueries({ queryKey: pagedKey('bonus') })
      back()
    },
  })
  return (
    <>
      <title>{`${texts.createTitle} · ${common.appName}`}</title>
      <PageHead title={texts.createTitle} note={texts.createLead} />
      <Card className="max-w-2xl p-5 sm:p-6">
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
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
          <Field label={texts.reason} hint={texts.reasonHint} error={errors.reason?.message}>
            {(control) => <Input {...control} {...form.register('reason')} maxLength={300} autoComplete="off" />}
          </Field>
          {failure && <Alert tone="danger">{failure}</Alert>}
          <div className="flex gap-2">
            <Button type="submit" busy={busy}>
              {busy ? texts.submitting : texts.submit}
            </Button>
            <Button variant="secondary" onClick={back}>
              {common.back}
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}
