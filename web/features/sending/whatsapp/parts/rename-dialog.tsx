// Beri nama: what the owner calls an account (rule nickname). Loaded when it is asked for.
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { nickname } from '../../../../../contract/sending/nickname.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import '../../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { common, whatsappTexts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { renameAccount } from '../api.ts'

const texts = whatsappTexts.rename
const body = z.object({ nickname })
type Values = z.infer<typeof body>

export default function RenameDialog({ account, onClose }: { account: LiveAccount; onClose: () => void }) {
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(body),
    defaultValues: { nickname: account.nickname ?? '' },
  })
  const submit = useSubmit(form, {
    send: (values: Values) => renameAccount(account, values.nickname),
    changes: ['accounts', 'home'],
    doneText: ({ nickname: name }) => texts.done(name),
    onDone: onClose,
  })
  const removal = useAction({
    send: () => renameAccount(account, null),
    changes: ['accounts', 'home'],
    doneText: texts.removed,
    onDone: onClose,
  })
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.lead} closeLabel={common.close}>
      <SubmitForm
        submit={{ ...submit, failure: submit.failure ?? removal.failure }}
        onCancel={onClose}
        className="gap-4"
        actions={
          account.nickname !== null && (
            <Button variant="ghost" busy={removal.busy} onClick={() => void removal.run()}>
              {texts.remove}
            </Button>
          )
        }
      >
        <TextField
          label={texts.name}
          hint={texts.hint}
          error={form.formState.errors.nickname?.message}
          {...form.register('nickname')}
        />
      </SubmitForm>
    </Dialog>
  )
}
