// /message/create: write one template, or import many from a JSON file.
import { ImportCard } from '../../../lib/imports/import-card.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { templateTexts as texts } from '../../../texts/indonesian.ts'
import { createTemplate } from './api.ts'
import { TemplateForm } from './parts/template-form.tsx'

export default function TemplateCreate() {
  return (
    <>
      <ScreenHead title={texts.createTitle} backTo="/message" />
      <TemplateForm template={null} send={createTemplate} />
      <ImportCard
        words={texts}
        route="POST /admin/message/import"
        kinds={['.json']}
        skippedFile="messages_skipped"
        className="mt-5"
      />
    </>
  )
}
