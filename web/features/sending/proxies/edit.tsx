// /proxy/edit?id=: the proxy with its credentials, and whether accounts may use it.
import { zodResolver } from '@hookform/resolvers/zod'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { type EditableProxy, maskProxy, proxySaveBody } from '../../../../contract/sending/proxies.ts'
import '../../../lib/forms/form-schema.ts'
import { sendEdited, useRead } from '../../../lib/forms/edited.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { useBack } from '../../../lib/screen/use-back.ts'
import { editedTexts, formTexts, proxyTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { updateProxy, useProxy } from './api.ts'
import { ValueField } from './value-field.tsx'

const schema = proxySaveBody.extend({ active: z.boolean() })

const FIELDS = {
  value: { label: texts.value, show: (value: unknown) => maskProxy(String(value)) },
  status: {
    label: texts.activeLabel,
    show: (value: unknown) => (value === 'active' ? editedTexts.yes : editedTexts.no),
  },
}

function EditForm({ proxy }: { proxy: EditableProxy }) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { value: proxy.value, active: proxy.status !== 'nonactive' },
  })
  const { read } = useRead({ ...proxy, status: proxy.status === 'nonactive' ? 'nonactive' : 'active' })
  const submit = useSubmit(form, {
    send: ({ value, active }) => {
      const body = { value, status: active ? ('active' as const) : ('nonactive' as const) }
      return sendEdited({ read, body, fields: FIELDS }, (chosen) => updateProxy(proxy.id, chosen))
    },
    changes: ['proxies'],
    doneText: texts.saved,
    onDone: useBack('/proxy'),
  })
  return (
    <Card className="max-w-2xl p-5 sm:p-6">
      <SubmitForm submit={submit} failureText={formTexts.error} className="gap-4">
        {proxy.status === 'in use' && <Alert tone="info">{texts.inUseNote}</Alert>}
        <ValueField error={form.formState.errors.value?.message} {...form.register('value')} />
        <Checkbox {...form.register('active')} label={texts.activeLabel} />
      </SubmitForm>
    </Card>
  )
}

export default function ProxyEdit() {
  const id = useSearchParams()[0].get('id') ?? ''
  return (
    <RecordScreen
      title={texts.editTitle}
      backTo="/proxy"
      query={useProxy(id)}
      id={id}
      missing={texts.missing}
      skeleton="h-56 w-full max-w-2xl rounded-2xl"
    >
      {({ proxy }) => <EditForm key={proxy.id} proxy={proxy} />}
    </RecordScreen>
  )
}
