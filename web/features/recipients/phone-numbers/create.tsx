// /phonenumber/create: add one number by hand, or a file of them (rules consent-proof, imports).
import { z } from 'zod'
import { consentSource } from '../../../../contract/recipients/phone-numbers.ts'
import { ImportCard } from '../../../lib/imports/import-card.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { phoneTexts as texts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { ManualForm } from './parts/manual-form.tsx'

const COLUMNS = ['number', 'name', 'consent', 'tag'] as const
const SOURCE = { name: 'consent_source', schema: z.string().trim().min(1, texts.consentRequired).pipe(consentSource) }

export default function PhoneNumberCreate() {
  return (
    <>
      <ScreenHead title={texts.createTitle} backTo="/phonenumber" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card className="p-5 sm:p-6" aria-label={texts.manual}>
          <h2 className="text-base font-semibold">{texts.manual}</h2>
          <p className="mt-1 mb-5 text-ink-2">{texts.manualLead}</p>
          <ManualForm />
        </Card>
        <ImportCard
          words={texts}
          route="POST /admin/phonenumber/import"
          kinds={['.csv', '.xlsx', '.json']}
          source={{ ...SOURCE, label: texts.consentSource, hint: texts.consentHintFile }}
          columns={COLUMNS}
          skippedFile="phone_numbers_skipped"
          cells={({ value, name }) => [value, name ?? '']}
        />
      </div>
    </>
  )
}
