// Ends sending to one number, at once and everywhere (rule opt-out).
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { suppressBody } from '../../../../contract/phone-numbers.ts'
import '../../../lib/forms/form-schema.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, suppressionTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { addSuppression } from '../api.ts'

export default function AddDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const form = useForm<z.input<typeof suppressBody>, unknown, z.output<typeof suppressBody>>({
    resolver: zodResolver(suppressBody),
    defaultValues: { number: '', reason: '' },
  })
  const { busy, failure, onSubmit } = useSubmit(form, { send: addSuppression, onDone })
  const { errors } = form.formState
  return (
    <Dialog open onClose={onClose} title={texts.addTitle} description={texts.addLead} closeLabel={common.close}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={texts.number} hint={texts.numberHint} error={errors.number?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('number')}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              maxLength={30}
            />
          )}
        </Field>
        <Field label={texts.reason} hint={texts.reasonHint} error={errors.reason?.message}>
          {(control) => <Input {...control} {...form.register('reason')} maxLength={300} />}
        </Field>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? common.saving : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
