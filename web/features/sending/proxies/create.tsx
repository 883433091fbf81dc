// /proxy/create: add one proxy, or a file of them.
import { zodResolver } from '@hookform/resolvers/zod'
import { proxySaveBody } from '../../../../contract/sending/proxies.ts'
import '../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { ImportCard } from '../../../lib/imports/import-card.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { useBack } from '../../../lib/screen/use-back.ts'
import { proxyTexts as texts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { saveProxy } from './api.ts'
import { ValueField } from './value-field.tsx'

function ManualForm() {
  const back = useBack('/proxy')
  const form = useForm({ resolver: zodResolver(proxySaveBody), defaultValues: { value: '' } })
  const submit = useSubmit(form, {
    send: saveProxy,
    changes: ['proxies'],
    doneText: texts.created,
    onDone: () => {
      form.reset({ value: '' })
      back()
    },
  })
  return (
    <SubmitForm submit={submit} className="gap-4">
      <ValueField error={form.formState.errors.value?.message} {...form.register('value')} />
    </SubmitForm>
  )
}

export default function ProxyCreate() {
  return (
    <>
      <ScreenHead title={texts.createTitle} backTo="/proxy" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card className="p-5 sm:p-6" aria-label={texts.manual}>
          <h2 className="mb-5 text-base font-semibold">{texts.manual}</h2>
          <ManualForm />
        </Card>
        <ImportCard
          words={texts}
          route="POST /admin/proxy/import"
          kinds={['.csv', '.json', '.txt']}
          skippedFile="proxies_skipped"
        />
      </div>
    </>
  )
}
