// /proxy/create: one proxy, or a file of them; ?job= follows a big file.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { proxySaveBody } from '../../../contract/proxies.ts'
import '../../lib/forms/form-schema.ts'
import { IMPORT_MAX_BYTES } from '../../../contract/imports.ts'
import { ImportForm } from '../../lib/imports/import-form.tsx'
import { ImportProgress, type ImportWords } from '../../lib/imports/import-result.tsx'
import { useBack } from '../../lib/forms/use-back.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { common, listTexts, proxyTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/notify.tsx'
import { importProxies, saveProxy } from './api.ts'

const WORDS: ImportWords = {
  created: texts.registered,
  noneCreated: texts.noneRegistered,
  skippedTitle: () => texts.skippedTitle,
  heads: Object.values(texts.skippedColumns),
  cells: ({ value, reason }) => [value, listTexts.reasons[reason] ?? reason],
  fileNames: ['proxies_skipped.csv', 'proxies_skipped.json'],
}

function ManualForm() {
  const back = useBack('/proxy')
  const form = useForm({ resolver: zodResolver(proxySaveBody), defaultValues: { value: '' } })
  const { busy, failure, onSubmit } = useSubmit(form, {
    send: saveProxy,
    onDone: () => {
      notify.success(texts.created)
      back()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
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
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button type="submit" busy={busy}>
          {busy ? common.saving : common.save}
        </Button>
      </div>
    </form>
  )
}

function FileCard() {
  const [params, setParams] = useSearchParams()
  const job = params.get('job') ?? ''
  const follow = ({ jobId }: { jobId: string }): void => setParams({ job: jobId }, { replace: true })
  return (
    <Card className="flex min-w-0 flex-col gap-5 p-5 sm:p-6" aria-label={texts.fromFile}>
      <div>
        <h2 className="text-base font-semibold">{texts.fromFile}</h2>
        <p className="mt-1 text-ink-2">{texts.fromFileLead}</p>
      </div>
      <ImportForm kinds={['.csv', '.json']} maxBytes={IMPORT_MAX_BYTES} send={importProxies} onDone={follow} />
      {job !== '' && <ImportProgress key={job} id={job} words={WORDS} />}
    </Card>
  )
}

export default function ProxyCreate() {
  return (
    <>
      <title>{`${texts.createTitle} · ${common.appName}`}</title>
      <PageHead title={texts.createTitle}>
        <BackLink to="/proxy" label={common.back} />
      </PageHead>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card className="p-5 sm:p-6" aria-label={texts.manual}>
          <h2 className="mb-5 text-base font-semibold">{texts.manual}</h2>
          <ManualForm />
        </Card>
        <FileCard />
      </div>
    </>
  )
}
