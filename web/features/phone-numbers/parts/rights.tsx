// What a person may ask for: a link of their own to end it, and to be forgotten (rules erasure, opt-out).
import { useMutation } from '@tanstack/react-query'
import { Copy, Eraser } from 'lucide-react'
import { useState } from 'react'
import type { PhoneRow } from '../../../../contract/phone-numbers.ts'
import { errorText } from '../../../lib/api/http.ts'
import { common, listTexts, phoneTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'
import { erasePerson } from '../consent-api.ts'

export function Rights({ phone, onErased }: { phone: PhoneRow; onErased: () => void }) {
  const [asking, setAsking] = useState(false)
  const erase = useMutation({ mutationFn: () => erasePerson(phone.number), onSuccess: onErased })
  const link = phone.opt_out_url
  const copy = (): void =>
    void navigator.clipboard.writeText(link ?? '').then(
      () => notify.success(texts.stopLinkCopied),
      () => notify.error(link ?? ''),
    )
  return (
    <section aria-label={texts.rightsTitle} className="flex flex-col gap-3 border-t border-line pt-5">
      <h3 className="font-semibold">{texts.rightsTitle}</h3>
      <p className="text-[13px] text-ink-2">{texts.rightsLead}</p>
      {erase.isError && <Alert tone="danger">{listTexts.error(errorText(erase.error))}</Alert>}
      <div className="flex flex-wrap gap-2">
        {link && (
          <Button variant="secondary" size="sm" onClick={copy}>
            <Copy aria-hidden className="size-4" />
            {texts.stopLink}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          busy={erase.isPending}
          onClick={() => setAsking(true)}
          className="text-danger-text!"
        >
          {!erase.isPending && <Eraser aria-hidden className="size-4" />}
          {erase.isPending ? texts.erasing : texts.erase}
        </Button>
      </div>
      {asking && (
        <Confirm
          title={listTexts.sure}
          confirmLabel={texts.eraseYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => erase.mutate()}
          onClose={() => setAsking(false)}
        >
          {texts.eraseText(phone.number)}
        </Confirm>
      )}
    </section>
  )
}
