// /proxy/edit?id=: the whole value, and whether accounts may use it.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { proxySaveBody, type ProxyWire } from '../../../contract/proxies.ts'
import '../../lib/forms/form-schema.ts'
import { ApiError, errorText } from '../../lib/api/http.ts'
import { useBack } from '../../lib/forms/use-back.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { common, listTexts, proxyTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { updateProxy, useProxy } from './api.ts'

const schema = proxySaveBody.extend({ active: z.boolean() })

function EditForm({ proxy }: { proxy: ProxyWire }) {
  const back = useBack('/proxy')
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { value: proxy.value, active: proxy.status !== 'nonactive' },
  })
  const { busy, failure, onSubmit } = useSubmit(form, {
    send: ({ value, active }) => updateProxy(proxy.id, { value, status: active ? 'active' : 'nonactive' }),
    onDone: () => {
      notify.success(texts.saved)
      back()
    },
  })
  return (
    <Card className="max-w-2xl p-5 sm:p-6">
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {proxy.status === 'in use' && <Alert tone="info">{texts.inUseNote}</Alert>}
        <Field label={texts.value} hint={texts.valueHint} error={form.formState.errors.value?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('value')}
              maxLength={300}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
        <Checkbox {...form.register('active')} label={texts.activeLabel} />
        {failure && <Alert tone="danger">{listTexts.error(failure)}</Alert>}
        <div>
          <Button type="submit" busy={busy}>
            {busy ? common.saving : common.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

export default function ProxyEdit() {
  const id = useSearchParams()[0].get('id') ?? ''
  const { data, isFetching, error } = useProxy(id)
  const missing = id === '' || (error instanceof ApiError && error.status === 404)
  const proxy = data?.proxy
  return (
    <>
      <title>{`${texts.editTitle} · ${common.appName}`}</title>
      <PageHead title={texts.editTitle}>
        <BackLink to="/proxy" label={common.back} />
      </PageHead>
      {missing && <Alert tone="warning">{texts.missing}</Alert>}
      {error && !missing && !proxy && <Alert tone="danger">{errorText(error)}</Alert>}
      {isFetching && !proxy && <Skeleton className="h-56 w-full max-w-2xl rounded-2xl" />}
      {proxy && !missing && <EditForm key={proxy.id} proxy={proxy} />}
    </>
  )
}
