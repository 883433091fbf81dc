// Everything around the QR or the code: the mode, the number, the consent, the button, the ID.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AccountPurpose } from '../../../../../contract/ground/account-purpose.ts'
import type { Account } from '../../../../../contract/sending/whatsapp.ts'
import { useCountdown } from '../../../../lib/browser/use-countdown.ts'
import { FROM_TABLET } from '../../../../lib/browser/use-media.ts'
import { createTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { PhoneDigits } from '../../../../ui/phone-digits.tsx'
import { pairingNumber } from '../pairing-number.ts'
import type { useLink } from '../use-link.ts'
import { Consent, consentTexts } from './consent.tsx'
import { LinkFailure } from './link-failure.tsx'
import { LinkStage } from './link-stage.tsx'
import { type LinkMode, LinkSteps, Steps } from './link-steps.tsx'

const PREFIX = '62'
type Props = {
  userId: string
  link: ReturnType<typeof useLink>
  purpose: AccountPurpose
  firstLink: boolean
  /** The account that is linked again; null: a new one. */
  account: Account | null
}

/** Shows an element whole under the header as often as `moment` changes, and after the phone was turned; null: it stays. */
const useInView = (moment: string | null) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (moment === null) return undefined
    const show = (): void => place.current?.scrollIntoView({ block: 'nearest' })
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [moment])
  return place
}
/** What must be corrected stands in the middle, so that the words below it are seen too. */
const goToField = (field: HTMLInputElement | null): void => {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

const PhoneRead = ({ number }: { number: string }) => (
  <>
    {texts.phoneRead} <PhoneDigits number={number} />
  </>
)

export function LinkForm({ userId, link, purpose, firstLink, account }: Props) {
  const { state } = link
  const known = account?.phonenumber ?? null
  // Chosen once: a phone that is turned keeps what was begun.
  const [mode, setMode] = useState<LinkMode>(() =>
    link.keptPhone === null && matchMedia(FROM_TABLET).matches ? 'qr' : 'code',
  )
  const [phone, setPhone] = useState(known ?? link.keptPhone ?? PREFIX)
  const [phoneError, setPhoneError] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const [agreeError, setAgreeError] = useState<string>()
  const phoneField = useRef<HTMLInputElement>(null)
  const agreeBox = useRef<HTMLInputElement>(null)
  const creatingLeft = useCountdown(state.step === 'creating' ? state.until : null)

  const failure = state.step === 'idle' ? state.failure : null
  const isShown = state.step === 'qr' || state.step === 'code'
  const isBusy = isShown || (state.step === 'creating' && creatingLeft > 0)
  const asksConsent = (firstLink || link.needsConsent) && !isBusy && !(agreed && failure)
  const generateLabel = mode === 'code' ? texts.generateCode : account ? texts.reconnectQr : texts.generateQr
  const number = pairingNumber(phone)
  // The QR or code with its time; after a failure its words with the button below them.
  const stage = useInView(state.step === 'creating' || isShown ? state.step : null)
  const nextStep = useInView(failure?.text ?? null)

  const onGenerate = (): void => {
    const missesNumber = mode === 'code' && !number
    const missesConsent = asksConsent && !agreed
    if (missesNumber) setPhoneError(phone.length <= PREFIX.length ? texts.phoneRequired : texts.phoneInvalid)
    if (missesConsent) setAgreeError(consentTexts(purpose).required)
    if (missesNumber || missesConsent) return goToField((missesNumber ? phoneField : agreeBox).current)
    if (mode === 'code' && number) setPhone(number)
    link.generate(mode === 'code' ? number : null, agreed)
  }
  const changeNumber = (): void => {
    flushSync(link.switched)
    goToField(phoneField.current)
  }
  const switchMode = (): void => {
    setMode(mode === 'qr' ? 'code' : 'qr')
    link.switched()
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <Card edge className="flex flex-col gap-4 px-4 py-4">
        {mode === 'code' && state.step === 'code' && (
          <p className="text-center text-[13px] text-ink-2">
            {texts.codeFor} <PhoneDigits number={phone} />
            {known === null && (
              <button
                type="button"
                onClick={changeNumber}
                className="ml-2 min-h-6 text-accent-text underline underline-offset-2"
              >
                {texts.changeNumber}
              </button>
            )}
          </p>
        )}
        {mode === 'code' && state.step !== 'code' && (
          <Field
            label={texts.phone}
            hint={texts.phoneHint}
            error={phoneError}
            {...(number && number !== phone ? { note: <PhoneRead number={number} /> } : {})}
          >
            {(control) => (
              <Input
                {...control}
                ref={phoneField}
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
        {asksConsent && (
          <Consent
            userId={userId}
            purpose={purpose}
            agreed={agreed}
            error={agreeError}
            box={agreeBox}
            onChange={(next) => {
              setAgreed(next)
              setAgreeError(undefined)
            }}
          />
        )}
        <div ref={nextStep} className="flex flex-col gap-4">
          {failure && (
            <LinkFailure failure={failure} mode={mode} onChangeNumber={() => goToField(phoneField.current)} />
          )}
          <div ref={stage} className="empty:hidden">
            <LinkStage state={state} mode={mode} reconnecting={account !== null} onExpired={link.expire} />
          </div>
          {/* beside the QR, which alone is kept in view on a phone that lies on its side */}
          {state.step === 'qr' && <Steps mode="qr" className="lg:hidden" />}
          <div className="flex flex-col items-stretch gap-3">
            {!isBusy && state.step !== 'done' && <Button onClick={onGenerate}>{generateLabel}</Button>}
            <Button variant="ghost" onClick={switchMode}>
              {mode === 'qr' ? texts.toCode : texts.toQr}
            </Button>
          </div>
        </div>
        <Field label={texts.whatsappId} hint={texts.whatsappIdHint}>
          {(control) => <Input {...control} readOnly value={link.clientid} className="font-mono" />}
        </Field>
      </Card>
      <LinkSteps mode={mode} besideCode={isShown} />
    </div>
  )
}
