// Keamanan in one's profile: passkeys, code app and recovery codes, and the devices that are signed in (rules second-factor,
// passkeys, sign-ins).
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Security } from '../../../../../contract/people/factors.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { AppSetUp, PasskeySetUp, RecoveryCodes } from '../../../../lib/factors/set-up.tsx'
import { formatDay } from '../../../../lib/format/format.ts'
import { common, formTexts, factorTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SignIns } from './sign-ins.tsx'
import { LoadedCard } from './loaded-card.tsx'

type Question = { title: string; text: string; run: () => void }
type Opened = { way: 'app' | 'new-app' | 'passkey' } | { codes: string[] }

function Part({
  title,
  lead,
  badge,
  children,
}: {
  title: string
  lead: string
  badge?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{title}</h3>
        {badge}
      </div>
      <p className="text-[13px] text-ink-2">{lead}</p>
      {children}
    </section>
  )
}
const mark = (on: boolean) => <Badge tone={on ? 'success' : 'neutral'}>{on ? texts.on : texts.off}</Badge>

const TITLES = { app: texts.addApp, 'new-app': texts.replaceApp, passkey: texts.addPasskey }
/** What is opened over the card: setting up, then the codes that this made. */
function Window({ opened, onOpen, onClose }: { opened: Opened; onOpen: (next: Opened) => void; onClose: () => void }) {
  const done = (codes: string[] | null): void => (codes ? onOpen({ codes }) : onClose())
  const title = 'codes' in opened ? texts.codesTitle : TITLES[opened.way]
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={common.close}>
      {'codes' in opened ? (
        <RecoveryCodes codes={opened.codes} onKept={onClose} />
      ) : opened.way === 'passkey' ? (
        <PasskeySetUp onDone={done} />
      ) : (
        <AppSetUp replaces={opened.way === 'new-app'} onDone={done} />
      )}
    </Dialog>
  )
}

function Factors({ security }: { security: Security }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const changes = ['sign-in'] as const
  const dropApp = useAction({ send: () => call('DELETE /auth/totp', {}), changes, doneText: texts.appRemoved })
  const dropKey = useAction({
    send: (id: string) => call('POST /auth/passkeys/remove', { body: { id } }),
    changes,
    doneText: texts.passkeyRemoved,
  })
  const renew = useAction({
    send: () => call('POST /auth/recovery-codes', {}),
    changes,
    onDone: ({ recovery_codes: codes }) => codes && setOpened({ codes }),
  })
  const failed = dropApp.failure ?? dropKey.failure ?? renew.failure
  const hasAny = security.totp || security.passkeys.length > 0
  return (
    <>
      {security.required && <Badge tone="info">{texts.required}</Badge>}
      {failed && <Alert tone="danger">{formTexts.error(failed)}</Alert>}
      <Part title={texts.passkeys} lead={texts.passkeysLead} badge={mark(security.passkeys.length > 0)}>
        <ul className="divide-y divide-line empty:hidden">
          {security.passkeys.map((key) => {
            const name = key.name || texts.passkeyUnnamed
            const facts = [
              texts.passkeySince(formatDay(key.createdAt)),
              key.usedAt && texts.passkeyUsed(formatDay(key.usedAt)),
              key.synced && texts.passkeySynced,
            ]
            return (
              <li key={key.id} className="flex flex-wrap items-center gap-3 py-2">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="font-semibold break-words">{name}</p>
                  <p className="text-[13px] text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.removePasskey(name)}
                  onClick={() =>
                    setQuestion({
                      title: texts.removePasskey(name),
                      text: texts.removePasskeyText,
                      run: () => void dropKey.run(key.id),
                    })
                  }
                >
                  {texts.remove}
                </Button>
              </li>
            )
          })}
        </ul>
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setOpened({ way: 'passkey' })}>
          {texts.addPasskey}
        </Button>
      </Part>
      <Part title={texts.app} lead={texts.appLead} badge={mark(security.totp)}>
        {security.totp ? (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setOpened({ way: 'new-app' })}>
              {texts.replaceApp}
            </Button>
            <Button
              variant="secondary"
              busy={dropApp.busy}
              onClick={() =>
                setQuestion({ title: texts.removeApp, text: texts.removeAppText, run: () => void dropApp.run() })
              }
            >
              {texts.removeApp}
            </Button>
          </div>
        ) : (
          <Button variant="secondary" size="sm" className="self-start" onClick={() => setOpened({ way: 'app' })}>
            {texts.addApp}
          </Button>
        )}
      </Part>
      {hasAny && (
        <Part title={texts.recovery} lead={texts.recoveryLead}>
          <p className="text-[13px]">{texts.recoveryLeft(security.recovery_left)}</p>
          <Button
            variant="secondary"
            className="self-start"
            busy={renew.busy}
            onClick={() =>
              setQuestion({ title: texts.renewRecovery, text: texts.renewRecoveryText, run: () => void renew.run() })
            }
          >
            {texts.renewRecovery}
          </Button>
        </Part>
      )}
      {opened && <Window opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />}
      {question && (
        <Confirm
          title={question.title}
          confirmLabel={texts.yes}
          cancelLabel={common.cancel}
          danger
          onConfirm={question.run}
          onClose={() => setQuestion(null)}
        >
          {question.text}
        </Confirm>
      )}
    </>
  )
}

export default function OwnSecurity({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: keys.sums('sign-in', 'security', userId),
    queryFn: ({ signal }) => call('GET /auth/security', {}, { signal, fallback: texts.loadFailed }),
  })
  return (
    <LoadedCard id="keamanan" words={texts} isError={isError} retry={() => void refetch()}>
      {data ? (
        <>
          <Factors security={data} />
          <SignIns list={data.sign_ins} />
        </>
      ) : null}
    </LoadedCard>
  )
}
