// A person takes their data with them, and closes their own account (rules own-data, close-own).
import { zodResolver } from '@hookform/resolvers/zod'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import type { User } from '../../../../../contract/people/users.ts'
import { callFile } from '../../../../lib/api/call-file.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { saveFile } from '../../../../lib/browser/save-file.ts'
import '../../../../lib/forms/form-schema.ts'
import { PresentPasswordField } from '../../../../lib/forms/present-password-field.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { endSession } from '../../../../lib/session/session.ts'
import { common, formTexts, personTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

const schema = z.object({ current_password: z.string().min(1, formTexts.presentPasswordMissing) })
type Values = z.infer<typeof schema>

function CloseDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: { current_password: '' },
  })
  const submit = useSubmit(form, {
    send: (body: Values) => call('POST /auth/close-account', { body }),
    changes: [],
    doneText: texts.ownCloseDone,
    onDone: endSession,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.ownCloseTitle}
      description={texts.ownCloseLead}
      closeLabel={common.close}
    >
      <SubmitForm submit={submit} danger onCancel={onClose} label={texts.ownCloseYes} className="gap-4">
        <PresentPasswordField
          error={form.formState.errors.current_password?.message}
          {...form.register('current_password')}
        />
      </SubmitForm>
    </Dialog>
  )
}

export default function OwnAccount({ user }: { user: User }) {
  const [closing, setClosing] = useState(false)
  const download = useAction({
    send: () => callFile('GET /admin/users/:id/data', { params: { id: user.id } }),
    onDone: (file) => saveFile(file, texts.fileName),
  })
  return (
    <Card edge aria-label={texts.ownTitle} className="flex flex-col gap-3 px-4 py-3 sm:py-4">
      <h2 className="font-semibold">{texts.ownTitle}</h2>
      <div className="text-ink-2">
        <p>{texts.ownLead}</p>
        <ul className="mt-2 grid list-disc gap-x-8 gap-y-0.5 pl-5 sm:grid-cols-2 lg:grid-cols-3">
          {Object.values(texts.ownSections).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
      {download.failure && <Alert tone="danger">{download.failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={download.busy} onClick={() => void download.run()}>
          {!download.busy && <Download aria-hidden className="size-4" />}
          {texts.download}
        </Button>
        <Button variant="secondary" className="text-danger-text!" onClick={() => setClosing(true)}>
          {texts.ownClose}
        </Button>
      </div>
      {closing && <CloseDialog onClose={() => setClosing(false)} />}
    </Card>
  )
}
