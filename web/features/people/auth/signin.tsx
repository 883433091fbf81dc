// /signin. Two fields with one shared message, so it does without the form library and stays light.
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { ApiError } from '../../../lib/api/http.ts'
import { formText } from '../../../lib/forms/form-text.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { startSession } from '../../../lib/session/session.ts'
import { authTexts, common } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { part } from '../../../ui/part.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { login } from './api.ts'
import { AuthLayout, linkClass } from './parts/auth-layout.tsx'
import type { Asked } from './parts/second-step.tsx'
import type { BotCheck } from './parts/turnstile.tsx'

const SecondStep = part(() => import('./parts/second-step.tsx'))
const PasskeyButton = part(() => import('./parts/passkey-button.tsx'))
const ServiceLine = part(() => import('./parts/service-line.tsx'))
const SigninCheck = part(() => import('./parts/signin-check.tsx'))

export default function Signin() {
  const [query] = useSearchParams()
  // Told by the guard that led here (web/app/guards.ts).
  const why = (useLocation().state as { why?: keyof typeof authTexts.ended | null } | null)?.why
  const [missing, setMissing] = useState(false)
  const [asksCheck, setAsksCheck] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [botToken, setBotToken] = useState('')
  const botCheck = useRef<BotCheck>(null)
  const signin = useAction({
    send: ({ email, password }: { email: string; password: string }) => login(email, password, botToken),
    // The guard leads the signed-in on: back to where they were, or to /dashboard.
    onDone: (answer) => ('ticket' in answer ? setAsked(answer) : startSession(answer.token, answer.user)),
    onRefused: (error) => {
      if (error instanceof ApiError && error.reason === 'bot_check_needed') setAsksCheck(true)
      // an answer is good for one try
      botCheck.current?.reset()
      return false
    },
  })

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = formText(form, 'email')
    const password = formText(form, 'password')
    const incomplete = email.trim() === '' || password === ''
    setMissing(incomplete)
    if (incomplete) signin.clear()
    else void signin.run({ email, password })
  }
  const error = missing ? authTexts.signinMissing : (signin.failure ?? undefined)

  return (
    <AuthLayout
      title={authTexts.signinTitle}
      lead={authTexts.signinLead}
      pitched
      foot={
        <>
          {authTexts.noAccount}{' '}
          <Link to="/signup" className={linkClass}>
            {authTexts.toSignup}
          </Link>
        </>
      }
    >
      {asked && (
        <Suspense fallback={<div className="min-h-48" />}>
          <SecondStep asked={asked} onBack={() => setAsked(null)} />
        </Suspense>
      )}
      <form hidden={asked !== null} noValidate onSubmit={onSubmit} className="flex flex-col gap-5 [&[hidden]]:hidden">
        {why && <Alert tone="warning">{authTexts.ended[why]}</Alert>}
        {query.get('registered') === '1' && <Alert tone="success">{authTexts.registered}</Alert>}
        <Field label={authTexts.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
            />
          )}
        </Field>
        <Field label={authTexts.password} error={error}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              showLabel={common.showPassword}
              hideLabel={common.hidePassword}
            />
          )}
        </Field>
        {asksCheck && (
          <Suspense fallback={<div className="min-h-16.25" />}>
            <SigninCheck ref={botCheck} onToken={setBotToken} />
          </Suspense>
        )}
        <Link to="/reset-password" className={`${linkClass} self-start`}>
          {authTexts.forgot}
        </Link>
        <Button type="submit" busy={signin.busy}>
          {signin.busy ? authTexts.signingIn : authTexts.signin}
        </Button>
        <Suspense fallback={null}>
          <PasskeyButton />
          <ServiceLine />
        </Suspense>
      </form>
    </AuthLayout>
  )
}
