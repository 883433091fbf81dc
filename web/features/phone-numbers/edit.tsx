// /phonenumber/edit?id=: one recipient and the proof of their consent.
import { useSearchParams } from 'react-router'
import { ApiError, errorText } from '../../lib/api/http.ts'
import { useBack } from '../../lib/forms/use-back.ts'
import { common, phoneTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePhone } from './api.ts'
import { ConsentCard } from './parts/consent-card.tsx'
import { EditForm } from './parts/edit-form.tsx'

export default function PhoneNumberEdit() {
  const back = useBack('/phonenumber')
  const id = useSearchParams()[0].get('id') ?? ''
  const { data, isFetching, error } = usePhone(id)
  const missing = id === '' || (error instanceof ApiError && error.status === 404)
  const phone = data?.phonenumber
  const leave = (told: string): void => {
    notify.success(told)
    back()
  }
  return (
    <>
      <title>{`${texts.editTitle} · ${common.appName}`}</title>
      <PageHead title={texts.editTitle} note={phone?.number}>
        <BackLink to="/phonenumber" label={common.back} />
      </PageHead>
      {missing && <Alert tone="warning">{texts.missing}</Alert>}
      {error && !missing && !phone && <Alert tone="danger">{errorText(error)}</Alert>}
      {isFetching && !phone && <Skeleton className="h-72 w-full rounded-2xl" />}
      {phone && !missing && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Card className="p-5 sm:p-6">
            <EditForm key={phone.id} phone={phone} onSaved={() => leave(texts.saved)} />
          </Card>
          <ConsentCard phone={phone} onErased={() => leave(texts.erased)} />
        </div>
      )}
    </>
  )
}
