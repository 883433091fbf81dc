// /signup: fields in the specification's order, then the terms, then the bot check.
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type Path } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { AGREE_TEXT, BOT_CHECK_TEXT, passwordProblem, registerForm } from '../../../../contract/people/auth.ts'
import '../../../lib/forms/form-schema.ts'
import { ApiError } from '../../../lib/api/http.ts'
import { markSaved, useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { usePublicConfig } from '../../../lib/api/public-config.ts'
import { keptReferral } from '../../../lib/session/referral.ts'
import { useSystemTheme } from '../../../lib/browser/theme.ts'
import { authTexts, common, fromServer } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { register as sendRegistration } from './api.ts'
import { AuthLayout, linkClass } from './parts/auth-layout.tsx'
import { type BotCheck, TurnstileBox } from './parts/turnstile.tsx'

type Values = {
  firstName: string
  lastName: string
  email: string
  password: string
  password2: string
  affiliateCode?: string | undefined
}

/** Who has an account already is led to it, and is not asked about what was typed for a second one. */
const Taken = ({ said, onLeave }: { said: string; onLeave: () => void }) => (
  <>
    {said}{' '}
    <Link to="/signin" onClick={onLeave} className={linkClass}>
      {authTexts.toSignin}
    </Link>{' '}
    {authTexts.or}{' '}
    <Link to="/reset-password" onClick={onLeave} className={linkClass}>
      {authTexts.toReset}
    </Link>
    .
  </>
)

export default function Signup() {
  useSystemTheme()
  const navigate = useNavigate()
  const { data: config } = usePublicConfig()
  const form = useForm<Values>({
    resolver: zodResolver(registerForm),
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      password: '',
      password2: '',
      affiliateCode: keptReferral(),
    },
  })
  const [agreed, setAgreed] = useState(false)
  const [agreeError, setAgreeError] = useState<string>()
  const [botToken, setBotToken] = useState('')
  const [botError, setBotError] = useState<string>()
  const [taken, setTaken] = useState<string>()
  const botCheck = useRef<BotCheck>(null)

  const { busy, failure, onSubmit } = useSubmit(form, {
    isReady: (values) => {
      const weak = passwordProblem(values.password, values.email)
      if (weak) form.setError('password', { message: fromServer(weak) }, { shouldFocus: true })
      else if (!agreed) setAgreeError(fromServer(AGREE_TEXT))
      else if (botToken === '') setBotError(fromServer(BOT_CHECK_TEXT))
      else return true
      return false
    },
    send: (values) =>
      sendRegistration({
        ...values,
        affiliateCode: values.affiliateCode ?? '',
        agreeToTerms: true,
        'cf-turnstile-response': botToken,
      }),
    onDone: () => void navigate('/signin?registered=1'),
    names: { referral_code: 'affiliateCode' },
    onRefused: (error) => {
      setTaken(error instanceof ApiError && error.reason === 'email_taken' ? error.message : undefined)
      // A token of the bot check works once.
      botCheck.current?.reset()
      return false
    },
  })
  const { errors } = form.formState
  const box = (name: Path<Values>, label: string, hint?: string) => ({ label, hint, error: errors[name]?.message })
  const secret = { showLabel: common.showPassword, hideLabel: common.hidePassword, autoComplete: 'new-password' }

  return (
    <AuthLayout
      title={authTexts.signupTitle}
      lead={authTexts.signupLead}
      pitched
      foot={
        <>
          {authTexts.hasAccount}{' '}
          <Link to="/signin" className={linkClass}>
            {authTexts.toSignin}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...box('firstName', authTexts.firstName)}>
            {(control) => <Input {...control} {...form.register('firstName')} autoComplete="given-name" />}
          </Field>
          <Field {...box('lastName', authTexts.lastName)}>
            {(control) => <Input {...control} {...form.register('lastName')} autoComplete="family-name" />}
          </Field>
        </div>
        <Field
          {...box('email', authTexts.email)}
          {...(taken !== undefined && errors.email?.message === taken
            ? { error: <Taken said={taken} onLeave={() => markSaved(form)} /> }
            : {})}
        >
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field {...box('password', authTexts.password, authTexts.passwordHint)}>
          {(control) => <PasswordInput {...control} {...form.register('password')} {...secret} />}
        </Field>
        <Field {...box('password2', authTexts.password2)}>
          {(control) => <PasswordInput {...control} {...form.register('password2')} {...secret} />}
        </Field>
        <Field {...box('affiliateCode', authTexts.referralCode)}>
          {(control) => <Input {...control} {...form.register('affiliateCode')} autoComplete="off" />}
        </Field>
        <Checkbox
          checked={agreed}
          onChange={(event) => {
            setAgreed(event.target.checked)
            setAgreeError(undefined)
          }}
          error={agreeError}
          label={
            <>
              {authTexts.agreeStart}
              <Link to="/terms" target="_blank" className={linkClass}>
                {authTexts.terms}
              </Link>
              {authTexts.agreeAnd}
              <Link to="/privacy-policy" target="_blank" className={linkClass}>
                {authTexts.privacy}
              </Link>
            </>
          }
        />
        {config ? (
          <TurnstileBox
            ref={botCheck}
            src={config.turnstileScript}
            siteKey={config.turnstileSiteKey}
            action="register"
            onToken={setBotToken}
          />
        ) : (
          <div className="min-h-16.25" />
        )}
        {botError && botToken === '' && (
          <p role="alert" className="text-[13px] text-danger-text">
            {botError}
          </p>
        )}
        <Button type="submit" busy={busy}>
          {busy ? authTexts.signingUp : authTexts.signup}
        </Button>
        {failure && <Alert tone="danger">{failure}</Alert>}
      </form>
    </AuthLayout>
  )
}
