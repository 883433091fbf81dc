// A second factor is set up: the QR code of a code app and its first code, or a passkey; then the recovery codes, shown this once
// (rules second-factor, passkeys).
import { Copy, Download, Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../api/http.ts'
import { useAction } from '../api/use-action.ts'
import { saveFile } from '../browser/save-file.ts'
import { formText, goToField } from '../forms/form-text.ts'
import { factorTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useHoldOpen } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import Qr from '../../ui/qr.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { makePasskey } from './passkey.ts'

/** codes: to be shown; null: those of before still count. */
export type Done = (codes: string[] | null) => void

/** @param replaces the app of before, which counts until the new one's first code */
export function AppSetUp({ replaces = false, onDone }: { replaces?: boolean; onDone: Done }) {
  const [missing, setMissing] = useState(false)
  const begun = useAction({ send: () => call(replaces ? 'POST /auth/totp/replace' : 'POST /auth/totp', {}) })
  const confirm = useAction({
    send: (code: string) => call('POST /auth/totp/confirm', { body: { code } }),
    changes: ['sign-in'],
    doneText: replaces ? texts.appReplaced : texts.appAdded,
    onDone: (answer) => onDone(answer.recovery_codes),
  })
  const begin = begun.run
  useEffect(() => {
    void begin()
    // once: another start would make another key
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const code = formText(new FormData(form), 'code').replace(/\s/g, '')
    const isComplete = /^\d{6}$/.test(code)
    setMissing(!isComplete)
    if (isComplete) void confirm.run(code).then(() => goToField(form, 'code'))
    else {
      confirm.clear()
      goToField(form, 'code')
    }
  }
  if (begun.failure) return <Alert tone="danger">{begun.failure}</Alert>
  if (!begun.answer) return <Skeleton className="h-72 w-full rounded-xl" />
  const { secret, uri } = begun.answer
  const copyKey = (): void =>
    void navigator.clipboard.writeText(secret).then(
      () => notify.success(texts.keyCopied),
      () => notify.error(texts.keyCopyFailed),
    )
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {replaces && <p>{texts.replaceAppLead}</p>}
      {/* a phone cannot scan itself */}
      <a href={uri} className={buttonClass('secondary', 'md', 'self-start md:hidden')}>
        {texts.openApp}
      </a>
      <p>{texts.scan}</p>
      <Qr value={uri} alt={texts.qrAlt} className="w-48 self-center" />
      <p className="text-[13px] text-ink-2">
        {texts.typeKey}
        <code className="mt-1 block font-mono text-ink select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Button variant="secondary" size="sm" onClick={copyKey} className="self-start">
        <Copy aria-hidden className="size-4" />
        {texts.copyKey}
      </Button>
      <TextField
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        error={missing ? texts.codeMissing : (confirm.failure ?? undefined)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
      />
      <Button type="submit" busy={confirm.busy} className="self-start">
        {confirm.busy ? texts.confirming : texts.confirm}
      </Button>
    </form>
  )
}

export function PasskeySetUp({ onDone }: { onDone: Done }) {
  const add = useAction({
    send: async (name: string) => {
      const { ticket, options } = await call('POST /auth/passkeys/options', {})
      return call('POST /auth/passkeys', { body: { ticket, name, passkey: await makePasskey(options) } })
    },
    changes: ['sign-in'],
    doneText: texts.passkeyAdded,
    onDone: (answer) => onDone(answer.recovery_codes),
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void add.run(formText(new FormData(event.currentTarget), 'name').trim())
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField name="name" label={texts.passkeyName} hint={texts.passkeyNameHint} maxLength={40} autoComplete="off" />
      {add.failure && <Alert tone="danger">{add.failure}</Alert>}
      <Button type="submit" busy={add.busy} className="self-start">
        {!add.busy && <Fingerprint aria-hidden className="size-4" />}
        {add.busy ? texts.waiting : texts.addPasskey}
      </Button>
    </form>
  )
}

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  useHoldOpen()
  const all = codes.join('\n')
  const copy = (): void =>
    void navigator.clipboard.writeText(all).then(
      () => notify.success(texts.copied),
      () => notify.error(texts.copyFailed),
    )
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning">{texts.codesLead}</Alert>
      <ul className="grid gap-2 rounded-xl bg-surface-2 p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden className="size-4" />
          {texts.copy}
        </Button>
        <Button variant="secondary" onClick={() => saveFile(new Blob([`${all}\n`]), texts.fileName)}>
          <Download aria-hidden className="size-4" />
          {texts.download}
        </Button>
        <Button onClick={onKept}>{texts.kept}</Button>
      </div>
    </div>
  )
}
