// /message/edit?id=: one template.
import { useSearchParams } from 'react-router'
import { ApiError, errorText } from '../../lib/api/http.ts'
import { useBack } from '../../lib/forms/use-back.ts'
import { common, templateTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { updateTemplate, useTemplate } from './api.ts'
import { TemplateForm } from './parts/template-form.tsx'

export default function TemplateEdit() {
  const back = useBack('/message')
  const id = useSearchParams()[0].get('id') ?? ''
  const { data, isFetching, error } = useTemplate(id)
  const missing = id === '' || (error instanceof ApiError && error.status === 404)
  const template = data?.message
  return (
    <>
      <title>{`${texts.editTitle} · ${common.appName}`}</title>
      <PageHead title={texts.editTitle}>
        <BackLink to="/message" label={common.back} />
      </PageHead>
      {missing && <Alert tone="warning">{texts.missing}</Alert>}
      {error && !missing && !template && <Alert tone="danger">{errorText(error)}</Alert>}
      {isFetching && !template && <Skeleton className="h-96 w-full rounded-2xl" />}
      {template && !missing && (
        <TemplateForm
          key={template.id}
          template={template}
          send={(draft) => updateTemplate(template.id, draft)}
          onSaved={() => {
            notify.success(texts.saved)
            back()
          }}
        />
      )}
    </>
  )
}
