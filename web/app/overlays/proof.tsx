// Over whatever is open: the proof of who one is, or the setting up of a second factor, that the server wants before it does what
// was asked (rules step-up, second-factor). The person who asked meanwhile waits for the one answer.
import { QueryClientProvider } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Needs } from '../../../contract/api/table.ts'
import { ApiError, call } from '../../lib/api/http.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { useAction } from '../../lib/api/use-action.ts'
import { FactorForm } from '../../lib/factors/factor-form.tsx'
import { canPasskeys } from '../../lib/factors/passkey.ts'
import { AppSetUp, PasskeySetUp, RecoveryCodes } from '../../lib/factors/set-up.tsx'
import { formText } from '../../lib/forms/form-text.ts'
import { PresentPasswordField } from '../../lib/forms/present-password-field.tsx'
import { endSession, getSession, startSession } from '../../lib/session/session.ts'
import { common, formTexts, factorTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { answerTo } from '../../ui/answer-to.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Answered = (isDone: boolean) => void

/** Of two tabs that prove at one moment the second waits: the token that is stored last must be the one that was made last. */
const oneTabAtATime = (act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('proof', act) : act()
/** What another tab of this person has stored since; its event may still be on the way. null: nothing. */
const newerToken = (before: string | undefined, person: string | undefined): string | null => {
  try {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null') as { id?: string } | null
    const token = localStorage.getItem('authToken')
    return token !== before && user?.id === person ? token : null
  } catch {
    return null
  }
}
/**
 * The proof has made a new token, for every tab; the one before ends within a minute (rule new-token). Where another tab has just proved,
 * its token proves this one, too: a second proof would take that from it.
 */
const prove = async (body: Needs<'POST /auth/prove'>['body']): Promise<void> => {
  const before = getSession()
  const person = before?.user.id
  await oneTabAtATime(async () => {
    const token = newerToken(before?.token, person) ?? (await call('POST /auth/prove', { body })).token
    const now = getSession()
    if (now && now.user.id === person) startSession(token, now.user)
  })
}

function PasswordProof({ onDone }: { onDone: Answered }) {
  const [missing, setMissing] = useState(false)
  const proof = useAction({
    send: (current_password: string) => prove({ current_password }),
    onDone: () => onDone(true),
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const password = formText(new FormData(event.currentTarget), 'current_password')
    setMissing(password === '')
    if (password !== '') void proof.run(password)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <PresentPasswordField
        name="current_password"
        error={missing ? formTexts.presentPasswordMissing : (proof.failure ?? undefined)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={proof.busy}>
          {proof.busy ? texts.checking : texts.next}
        </Button>
        <Button variant="secondary" onClick={() => onDone(false)}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}

function Proof({ onDone }: { onDone: Answered }) {
  const asked = useAction({ send: () => call('POST /auth/prove/options', {}) })
  const ask = asked.run
  useEffect(() => {
    void ask()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (asked.failure) return <Alert tone="danger">{asked.failure}</Alert>
  if (!asked.answer) return <Skeleton className="h-40 w-full rounded-xl" />
  const { ways, ticket, options } = asked.answer
  if (ways.includes('password')) return <PasswordProof onDone={onDone} />
  return (
    <FactorForm
      ways={ways.filter((way) => way !== 'password')}
      options={options}
      backLabel={common.cancel}
      onBack={() => onDone(false)}
      send={async (given) => {
        try {
          await prove('passkey' in given ? { ...given, ticket } : given)
        } catch (error) {
          // a challenge is good for one answer
          if ('passkey' in given && error instanceof ApiError) void ask()
          throw error
        }
        onDone(true)
      }}
    />
  )
}

function Enrolment({ onDone }: { onDone: Answered }) {
  const [way, setWay] = useState<'app' | 'passkey' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const done = (made: string[] | null): void => (made ? setCodes(made) : onDone(true))
  if (codes) return <RecoveryCodes codes={codes} onKept={() => onDone(true)} />
  return (
    <div className="flex flex-col gap-4">
      {way === 'app' && <AppSetUp onDone={done} />}
      {way === 'passkey' && <PasskeySetUp onDone={done} />}
      {way === null && (
        <>
          {canPasskeys() && (
            <div className="flex flex-col items-start gap-2">
              <p className="text-ink-2">{texts.passkeysLead}</p>
              <Button onClick={() => setWay('passkey')}>{texts.addPasskey}</Button>
            </div>
          )}
          <div className="flex flex-col items-start gap-2">
            <p className="text-ink-2">{texts.appLead}</p>
            <Button variant={canPasskeys() ? 'secondary' : 'primary'} onClick={() => setWay('app')}>
              {texts.addApp}
            </Button>
          </div>
        </>
      )}
      <Button variant="ghost" size="sm" className="self-start" onClick={endSession}>
        {texts.signOut}
      </Button>
    </div>
  )
}

/** A code of this page's own to set up a factor may itself need a proof: that window opens over this one. */
function Window({ reason, onDone }: { reason: string; onDone: Answered }) {
  const sets = reason === 'factor_missing'
  const [open, setOpen] = useState(true)
  const end: Answered = (isDone) => {
    setOpen(false)
    onDone(isDone)
  }
  return (
    <Dialog
      open={open}
      onClose={() => (sets ? undefined : end(false))}
      title={sets ? texts.enrolTitle : texts.proofTitle}
      description={sets ? texts.enrolLead : texts.proofLead}
      {...(sets ? {} : { closeLabel: common.close })}
    >
      {sets ? <Enrolment onDone={end} /> : <Proof onDone={end} />}
    </Dialog>
  )
}

const open = (reason: string): Promise<boolean> =>
  answerTo<boolean>((onDone) => (
    <QueryClientProvider client={queryClient}>
      <Window reason={reason} onDone={onDone} />
    </QueryClientProvider>
  ))

const waiting = new Map<string, Promise<boolean>>()
/** true: what was asked for is there, and the call may be made again. */
export const ask = (reason: string): Promise<boolean> => {
  const before = waiting.get(reason)
  if (before) return before
  const answer = open(reason).finally(() => waiting.delete(reason))
  waiting.set(reason, answer)
  return answer
}
