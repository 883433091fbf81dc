// What a recipient may ask for: their own link to opt out, and erasure (rules erasure, opt-out).
import { Copy, Eraser } from 'lucide-react'
import { useState } from 'react'
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { useBack } from '../../../../lib/screen/use-back.ts'
import { common, formTexts, listTexts, phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { erasePerson, personLink } from '../consent-api.ts'

export function Rights({ phone }: { phone: PhoneRow }) {
  const [asking, setAsking] = useState(false)
  const erase = useAction({
    send: () => erasePerson(phone.number),
    changes: ['phone-numbers', 'suppressions'],
    doneText: texts.erased,
    onDone: useBack('/phonenumber'),
  })
  const link = useAction({
    send: () => personLink(phone.id),
    onDone: ({ opt_out_url: url }) =>
      void navigator.clipboard.writeText(url).then(
        () => notify.success(texts.stopLinkCopied),
        () => notify.error(url),
      ),
  })
  const failure = link.failure ?? erase.failure
  return (
    <section aria-label={texts.rightsTitle} className="flex flex-col gap-3 border-t border-line pt-5">
      <h3 className="font-semibold">{texts.rightsTitle}</h3>
      <p className="text-[13px] text-ink-2">{texts.rightsLead}</p>
      {failure && <Alert tone="danger">{formTexts.error(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={link.busy} onClick={() => void link.run()}>
          {!link.busy && <Copy aria-hidden className="size-4" />}
          {texts.stopLink}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={erase.busy}
          onClick={() => setAsking(true)}
          className="text-danger-text!"
        >
          {!erase.busy && <Eraser aria-hidden className="size-4" />}
          {erase.busy ? texts.erasing : texts.erase}
        </Button>
      </div>
      {asking && (
        <Confirm
          title={listTexts.sure}
          confirmLabel={texts.eraseYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => void erase.run()}
          onClose={() => setAsking(false)}
        >
          {texts.eraseText(phone.number)}
        </Confirm>
      )}
    </section>
  )
}
