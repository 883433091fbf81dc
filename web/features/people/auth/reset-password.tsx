// /reset-password: asks for a link; with ?token= sets the new password (rule reset-link).
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { passwordProblem, resetRequestBody } from '../../../../contract/people/auth.ts'
import { formText } from '../../../lib/forms/form-text.ts'
import { ApiError } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { authTexts, common, fromServer } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { askReset, confirmReset } from './api.ts'
import { AuthLayout, linkClass } from './parts/auth-layout.tsx'

const back = (
  <Link to="/signin" className={linkClass}>
    {authTexts.backToSignin}
  </Link>
)

/** @param spent why the link that led here does not work any more */
function AskForm({ spent }: { spent?: string | undefined }) {
  const [error, setError] = useState<string>()
  const [isSent, setSent] = useState(false)
  const ask = useAction({ send: askReset, onDone: () => setSent(true) })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const parsed = resetRequestBody.safeParse({ email: formText(new FormData(event.currentTarget), 'email') })
    const wrong = parsed.error?.issues[0]?.message
    setError(wrong && fromServer(wrong))
    if (parsed.success) void ask.run(parsed.data.email)
  }
  return (
    <AuthLayout title={authTexts.resetTitle} lead={authTexts.resetLead} foot={back}>
      {isSent ? (
        <Alert tone="success">{authTexts.resetSent}</Alert>
      ) : (
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
          {spent && <Alert tone="danger">{spent}</Alert>}
          <Field label={authTexts.email} error={error ?? ask.failure ?? undefined}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="email" />}
          </Field>
          <Button type="submit" busy={ask.busy}>
            {ask.busy ? authTexts.resetSending : authTexts.resetSend}
          </Button>
        </form>
      )}
    </AuthLayout>
  )
}

function ConfirmForm({ token, onSpent }: { token: string; onSpent: (text: string) => void }) {
  const [errors, setErrors] = useState<{ password?: string; password2?: string }>({})
  const [isDone, setDone] = useState(false)
  const confirm = useAction({
    send: (passwords: [string, string]) => confirmReset(token, ...passwords),
    onDone: () => setDone(true),
    onRefused: (error) => {
      const isSpent = error instanceof ApiError && error.reason === 'reset_link_invalid'
      if (isSpent) onSpent(error.message)
      return isSpent
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = formText(form, 'password')
    const password2 = formText(form, 'password2')
    const weak = passwordProblem(password, '')
    const different = password === password2 ? undefined : authTexts.noMatch
    setErrors({ ...(weak ? { password: fromServer(weak) } : {}), ...(different ? { password2: different } : {}) })
    if (!weak && !different) void confirm.run([password, password2])
  }
  const secret = { showLabel: common.showPassword, hideLabel: common.hidePassword, autoComplete: 'new-password' }
  return (
    <AuthLayout title={authTexts.newTitle} lead={authTexts.newLead} foot={back}>
      {isDone ? (
        <Alert tone="success">{authTexts.newDone}</Alert>
      ) : (
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
          <Field label={authTexts.newPassword} hint={authTexts.passwordHint} error={errors.password}>
            {(control) => <PasswordInput {...control} {...secret} name="password" />}
          </Field>
          <Field label={authTexts.newPassword2} error={errors.password2}>
            {(control) => <PasswordInput {...control} {...secret} name="password2" />}
          </Field>
          <Button type="submit" busy={confirm.busy}>
            {confirm.busy ? common.saving : authTexts.newSave}
          </Button>
          {confirm.failure && <Alert tone="danger">{confirm.failure}</Alert>}
        </form>
      )}
    </AuthLayout>
  )
}

export default function ResetPassword() {
  const [query, setQuery] = useSearchParams()
  const [token] = useState(() => query.get('token'))
  // The link works once; it does not stay in the address bar.
  useEffect(() => {
    if (query.has('token')) setQuery({}, { replace: true })
  }, [query, setQuery])
  const [spent, setSpent] = useState<string>()
  return token && spent === undefined ? <ConfirmForm token={token} onSpent={setSpent} /> : <AskForm spent={spent} />
}
