// Everything around the QR or the code: the ID, the mode, the number, the consent, the button.
import { useState } from 'react'
import { normalizePhone } from '../../../../contract/phone.ts'
import type { AccountPurpose } from '../../../../contract/whatsapp.ts'
import { useCountdown } from '../../../lib/browser/use-countdown.ts'
import { createTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { useLink } from '../use-link.ts'
import { Consent, consentTexts } from './consent.tsx'
import { LinkStage } from './link-stage.tsx'

const PREFIX = '62'
type Props = {
  link: ReturnType<typeof useLink>
  purpose: AccountPurpose
  firstLink: boolean
  reconnecting: boolean
  phone: string | null
}

export function LinkForm({ link, purpose, firstLink, reconnecting, phone: known }: Props) {
  const { state } = link
  const [mode, setMode] = useState<'qr' | 'code'>('qr')
  const [phone, setPhone] = useState(known ?? PREFIX)
  const [phoneError, setPhoneError] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const [agreeError, setAgreeError] = useState<string>()
  const creatingLeft = useCountdown(state.step === 'creating' ? state.until : null)

  const asksConsent = firstLink || link.needsConsent
  const shown = state.step === 'qr' || state.step === 'code' || (state.step === 'creating' && creatingLeft > 0)
  const generateLabel = mode === 'code' ? texts.generateCode : reconnecting ? texts.reconnectQr : texts.generateQr

  const onGenerate = (): void => {
    if (asksConsent && !agreed) return setAgreeError(consentTexts(purpose).required)
    const number = mode === 'code' ? normalizePhone(phone) : null
    if (mode === 'code' && !number)
      return setPhoneError(phone.length <= PREFIX.length ? texts.phoneRequired : texts.phoneInvalid)
    link.generate(number, agreed)
  }
  const switchMode = (): void => {
    setMode(mode === 'qr' ? 'code' : 'qr')
    link.switched()
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <Card className="flex flex-col gap-5 p-5 sm:p-6">
        <Field label={texts.whatsappId} hint={texts.whatsappIdHint}>
          {(control) => <Input {...control} readOnly value={link.clientid} className="font-mono" />}
        </Field>
        {mode === 'code' && (
          <Field label={texts.phone} hint={texts.phoneHint} error={phoneError}>
            {(control) => (
              <Input
                {...control}
                type="tel"
                inputMode="numeric"
                autoComplete="tel"
                value={phone}
                readOnly={known !== null}
                onChange={(event) => {
                  setPhone(event.target.value.replace(/\D/g, ''))
                  setPhoneError(undefined)
                }}
              />
            )}
          </Field>
        )}
        {asksConsent && !shown && (
          <Consent
            purpose={purpose}
            agreed={agreed}
            error={agreeError}
            onChange={(next) => {
              setAgreed(next)
              setAgreeError(undefined)
            }}
          />
        )}
        {state.step === 'idle' && state.failure && <Alert tone="danger">{state.failure}</Alert>}
        <LinkStage state={state} reconnecting={reconnecting} onExpired={link.expire} />
        <div className="flex flex-col items-stretch gap-3">
          {!shown && state.step !== 'done' && <Button onClick={onGenerate}>{generateLabel}</Button>}
          <Button variant="ghost" onClick={switchMode}>
            {mode === 'qr' ? texts.toCode : texts.toQr}
          </Button>
        </div>
      </Card>
      <Steps mode={mode} />
    </div>
  )
}

function Steps({ mode }: { mode: 'qr' | 'code' }) {
  const steps = mode === 'qr' ? texts.stepsQr : texts.stepsCode
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-semibold">{texts.steps}</h2>
      <ol className="mt-4 flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 leading-6 text-ink-2">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-text"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </Card>
  )
}
