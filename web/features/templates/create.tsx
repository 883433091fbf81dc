// /message/create: a template written here, or many from a JSON file.
import { useSearchParams } from 'react-router'
import { IMPORT_MAX_BYTES } from '../../../contract/imports.ts'
import { ImportForm } from '../../lib/imports/import-form.tsx'
import { ImportProgress, type ImportWords } from '../../lib/imports/import-result.tsx'
import { useBack } from '../../lib/forms/use-back.ts'
import { common, listTexts, templateTexts as texts } from '../../texts/indonesian.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { createTemplate, importTemplates } from './api.ts'
import { TemplateForm } from './parts/template-form.tsx'

const WORDS: ImportWords = {
  created: texts.registered,
  noneCreated: texts.noneRegistered,
  skippedTitle: texts.skippedTitle,
  heads: Object.values(texts.skippedColumns),
  cells: ({ value, reason }) => [value, listTexts.reasons[reason] ?? reason],
  fileNames: ['messages_skipped.json'],
}
function FileCard() {
  const [params, setParams] = useSearchParams()
  const job = params.get('job') ?? ''
  const follow = ({ jobId }: { jobId: string }): void => setParams({ job: jobId }, { replace: true })
  return (
    <Card className="mt-5 flex min-w-0 flex-col gap-5 p-5 sm:p-6" aria-label={texts.fromFile}>
      <div>
        <h2 className="text-base font-semibold">{texts.fromFile}</h2>
        <p className="mt-1 text-ink-2">{texts.fromFileLead}</p>
      </div>
      <ImportForm kinds={['.json']} maxBytes={IMPORT_MAX_BYTES} send={importTemplates} onDone={follow} />
      {job !== '' && <ImportProgress key={job} id={job} words={WORDS} />}
    </Card>
  )
}

export default function TemplateCreate() {
  const back = useBack('/message')
  return (
    <>
      <title>{`${texts.createTitle} · ${common.appName}`}</title>
      <PageHead title={texts.createTitle}>
        <BackLink to="/message" label={common.back} />
      </PageHead>
      <TemplateForm
        template={null}
        send={createTemplate}
        onSaved={() => {
          notify.success(texts.saved)
          back()
        }}
      />
      <FileCard />
    </>
  )
}
