// /phonenumber/create: one number by hand, or a file of them; ?job= follows a big file (rules consent-proof, imports).
import { useSearchParams } from 'react-router'
import { IMPORT_MAX_BYTES } from '../../../contract/imports.ts'
import { ImportForm } from '../../lib/imports/import-form.tsx'
import { ImportProgress, type ImportWords } from '../../lib/imports/import-result.tsx'
import { useBack } from '../../lib/forms/use-back.ts'
import { common, listTexts, phoneTexts as texts } from '../../texts/indonesian.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { importPhones } from './api.ts'
import { ManualForm } from './parts/manual-form.tsx'

const WORDS: ImportWords = {
  created: texts.registered,
  noneCreated: texts.noneRegistered,
  skippedTitle: texts.skippedTitle,
  heads: Object.values(texts.skippedColumns),
  cells: ({ value, name, reason }) => [value, name ?? '', listTexts.reasons[reason] ?? reason],
  fileNames: ['phone_numbers_skipped.csv', 'phone_numbers_skipped.json'],
}

export default function PhoneNumberCreate() {
  const back = useBack('/phonenumber')
  const [params, setParams] = useSearchParams()
  const job = params.get('job') ?? ''
  const follow = ({ jobId }: { jobId: string }): void => setParams({ job: jobId }, { replace: true })
  return (
    <>
      <title>{`${texts.createTitle} · ${common.appName}`}</title>
      <PageHead title={texts.createTitle}>
        <BackLink to="/phonenumber" label={common.back} />
      </PageHead>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card className="p-5 sm:p-6" aria-label={texts.manual}>
          <h2 className="text-base font-semibold">{texts.manual}</h2>
          <p className="mt-1 mb-5 text-ink-2">{texts.manualLead}</p>
          <ManualForm
            onSaved={() => {
              notify.success(texts.created)
              back()
            }}
          />
        </Card>
        <Card className="flex min-w-0 flex-col gap-5 p-5 sm:p-6" aria-label={texts.fromFile}>
          <div>
            <h2 className="text-base font-semibold">{texts.fromFile}</h2>
            <p className="mt-1 text-ink-2">{texts.fromFileLead}</p>
          </div>
          <ImportForm
            kinds={['.csv', '.json']}
            maxBytes={IMPORT_MAX_BYTES}
            source={{ label: texts.consentSource, hint: texts.consentHintFile, required: texts.consentRequired }}
            send={importPhones}
            onDone={follow}
          />
          {job !== '' && <ImportProgress key={job} id={job} words={WORDS} />}
        </Card>
      </div>
    </>
  )
}
