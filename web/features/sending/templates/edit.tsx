// /message/edit?id=: one template.
import { useSearchParams } from 'react-router'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { templateTexts as texts } from '../../../texts/indonesian.ts'
import { updateTemplate, useTemplate } from './api.ts'
import { TemplateForm } from './parts/template-form.tsx'

export default function TemplateEdit() {
  const id = useSearchParams()[0].get('id') ?? ''
  const query = useTemplate(id)
  return (
    <RecordScreen
      title={texts.editTitle}
      backTo="/message"
      query={query}
      recent={query.data?.message.name ?? ''}
      id={id}
      missing={texts.missing}
      skeleton="h-96 w-full rounded-2xl"
    >
      {({ message }) => (
        <TemplateForm
          key={message.id}
          template={message}
          send={(draft, read) => updateTemplate(message.id, read, draft)}
        />
      )}
    </RecordScreen>
  )
}
