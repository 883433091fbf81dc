// An admin pauses, closes or opens a person (rule person-status).
import { useState } from 'react'
import type { EditableUser, StatusChange, User } from '../../../../../contract/people/users.ts'
import { closedMail } from '../../../../../contract/people/mails.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { formatSince } from '../../../../lib/format/format.ts'
import { useMine } from '../../../../lib/forms/read-as.tsx'
import { ReasonDialog } from '../../../../lib/forms/reason-dialog.tsx'
import { common, fromServer, pauseStripTexts, personTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { PersonStatusBadge } from './status-badge.tsx'

const CHANGED = ['users', 'accounts', 'withdraws'] as const
const ASKED = {
  paused: { title: texts.pauseTitle, lead: texts.pauseLead, yes: texts.pause, doneText: texts.pauseDone },
  closed: { title: texts.closeTitle, lead: texts.closeLead, yes: texts.close, doneText: texts.closeDone },
} as const

/** A paused person reads it over every screen, a closed one in a mail. */
const readingOf = (status: 'paused' | 'closed', { by, since }: ReturnType<typeof useMine>) =>
  status === 'closed'
    ? { who: texts.mailReads, text: (reason: string) => closedMail(reason).text }
    : {
        who: texts.stripReads,
        text: (reason: string) => `${pauseStripTexts.ownStrip(by, since, reason)} ${pauseStripTexts.ownNote}`,
      }

export default function StatusCard({ user }: { user: EditableUser }) {
  const mine = useMine()
  const [asks, setAsks] = useState<User['status'] | null>(null)
  // as the card showed it when it was pressed
  const [version, setVersion] = useState(user.status_version)
  const ask = (status: User['status']): void => {
    setVersion(user.status_version)
    setAsks(status)
  }
  const send = (body: StatusChange) =>
    call('PUT /admin/users/:id/status', { params: { id: user.id }, body: { ...body, version } })
  const open = useAction({ send: () => send({ status: 'active' }), changes: CHANGED, doneText: texts.openDone })
  const name = `${user.firstname} ${user.lastname}`.trim()
  const close = (): void => setAsks(null)
  const { stopped } = user
  return (
    <Card aria-label={texts.title} className="flex flex-col gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-base font-semibold">{texts.title}</h2>
        <PersonStatusBadge status={user.status} />
      </div>
      <p className="text-ink-2">{texts.now[user.status]}</p>
      {stopped && (
        <Alert tone="warning">
          <span className="block break-words">{texts.reason(fromServer(stopped.reason))}</span>
          <span className="block text-[13px]">{texts.since(stopped.by, formatSince(stopped.since))}</span>
        </Alert>
      )}
      {open.failure && <Alert tone="danger">{texts.failed(open.failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {user.status === 'active' ? (
          <Button variant="secondary" onClick={() => ask('paused')}>
            {texts.pause}
          </Button>
        ) : (
          <Button busy={open.busy} onClick={() => ask('active')}>
            {texts.open}
          </Button>
        )}
        {user.status !== 'closed' && (
          <Button variant="danger" onClick={() => ask('closed')}>
            {texts.close}
          </Button>
        )}
      </div>
      {asks === 'active' && (
        <Confirm
          title={texts.openTitle(name)}
          confirmLabel={texts.open}
          cancelLabel={common.cancel}
          onConfirm={() => void open.run()}
          onClose={close}
        >
          {user.status === 'closed' ? texts.openClosed : texts.openPaused}
        </Confirm>
      )}
      {(asks === 'paused' || asks === 'closed') && (
        <ReasonDialog
          {...ASKED[asks]}
          title={ASKED[asks].title(name)}
          hint={texts.reasonHint}
          reads={readingOf(asks, mine)}
          changes={CHANGED}
          send={(reason) => send({ status: asks, reason })}
          onClose={close}
        />
      )}
    </Card>
  )
}
