// Ends a person's sign-ins, or makes a link with which they set a new password (rules sign-in, reset-link, roles).
import { Copy, KeyRound, LogOut, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../../../contract/api/table.ts'
import type { EditableUser } from '../../../../../contract/people/users.ts'
import { formatClock } from '../../../../lib/format/format.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { useRead } from '../../../../lib/forms/edited.ts'
import { useSaveUser } from '../../../../lib/api/users.ts'
import { common, formTexts, memberTexts as texts, factorTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { SecurityEvents } from './security-events.tsx'

type ResetLink = Answer<'POST /admin/users/:id/reset-link'>

function MadeLink({ made }: { made: ResetLink }) {
  const copy = (): void =>
    void navigator.clipboard.writeText(made.link).then(
      () => notify.success(texts.copied),
      () => notify.error(made.link),
    )
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <Field label={texts.resetLinkLabel} hint={texts.resetLinkUntil(formatClock(made.expiresAt))}>
          {(control) => <Input {...control} readOnly value={made.link} onFocus={(event) => event.target.select()} />}
        </Field>
      </div>
      <Button variant="secondary" onClick={copy} className="mb-6">
        <Copy aria-hidden className="size-4" />
        {texts.copy}
      </Button>
    </div>
  )
}

/** Ending sign-ins undoes nothing that somebody else wrote. */
const NO_FIELDS = {}
export default function Security({ user }: { user: EditableUser }) {
  const [asking, setAsking] = useState(false)
  const [resetting, setResetting] = useState(false)
  const factors = useAction({
    send: () => call('DELETE /admin/users/:id/factors', { params: { id: user.id } }),
    doneText: factorTexts.resetFactorsDone,
  })
  const { read } = useRead(user)
  const revoke = useAction({ send: useSaveUser(user, read, NO_FIELDS), changes: ['users'], doneText: texts.revoked })
  const reset = useAction({ send: () => call('POST /admin/users/:id/reset-link', { params: { id: user.id } }) })
  const failed = revoke.failure ?? reset.failure ?? factors.failure
  return (
    <Card aria-label={texts.securityTitle} className="flex flex-col gap-5 p-5 sm:p-6">
      <h2 className="text-base font-semibold">{texts.securityTitle}</h2>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={reset.busy} onClick={() => void reset.run()}>
          {!reset.busy && <KeyRound aria-hidden className="size-4" />}
          {reset.busy ? texts.resetLinkMaking : texts.resetLink}
        </Button>
        <Button variant="secondary" busy={revoke.busy} onClick={() => setAsking(true)}>
          {!revoke.busy && <LogOut aria-hidden className="size-4" />}
          {revoke.busy ? texts.revoking : texts.revoke}
        </Button>
        <Button variant="secondary" busy={factors.busy} onClick={() => setResetting(true)}>
          {!factors.busy && <ShieldOff aria-hidden className="size-4" />}
          {factorTexts.resetFactors}
        </Button>
      </div>
      <p className="text-[13px] text-ink-3">{texts.resetLinkText}</p>
      {reset.answer && <MadeLink made={reset.answer} />}
      {failed && <Alert tone="danger">{formTexts.error(failed)}</Alert>}
      {resetting && (
        <Confirm
          title={factorTexts.resetFactors}
          confirmLabel={factorTexts.yes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => void factors.run()}
          onClose={() => setResetting(false)}
        >
          {factorTexts.resetFactorsText}
        </Confirm>
      )}
      {asking && (
        <Confirm
          title={formTexts.sure}
          confirmLabel={texts.revokeYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => void revoke.run({ revoke_sessions: true })}
          onClose={() => setAsking(false)}
        >
          {texts.revokeText}
        </Confirm>
      )}
      <SecurityEvents id={user.id} />
    </Card>
  )
}
