// The questions that are asked before something is done to an account.
import { useState } from 'react'
import { accountTitle } from '../../../../../contract/sending/account-name.ts'
import { isLongWait, waitText } from '../../../../lib/format/wait-text.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { common } from '../../../../texts/indonesian.ts'
import { Confirm } from '../../../../ui/confirm.tsx'

export type Question = 'forbidden' | 'busy' | 'blaster' | 'reset' | 'reconnect' | 'remove'
type Words = { title: string; text: string; yes: string; no?: string; danger?: boolean }

const WORDS: Record<Question, Words> = {
  forbidden: { title: texts.forbidden, text: texts.forbiddenText, yes: common.ok },
  busy: { title: texts.busyTitle, text: texts.busyText, yes: texts.busyStop, no: texts.busyWait, danger: true },
  blaster: {
    title: texts.busyTitle,
    text: texts.blasterBusyText,
    yes: texts.blasterStop,
    no: texts.busyWait,
    danger: true,
  },
  reset: { title: texts.sure, text: texts.resetText, yes: texts.resetYes, no: common.cancel, danger: true },
  reconnect: { title: texts.sure, text: texts.reconnectText, yes: texts.reconnectYes, no: common.cancel },
  remove: { title: texts.sure, text: texts.removeText, yes: texts.removeYes, no: common.cancel, danger: true },
}

/** The menu that led here is closed, and the row beside looks alike. */
const whichOf = (account: LiveAccount): string =>
  [...new Set([accountTitle(account), account.phonenumber])].filter((part) => part !== null).join(' · ')
type Props = { question: Question; account: LiveAccount; onYes: () => void; onClose: () => void }

/** A blast that waits has nothing in flight that would be finished. */
const textOf = (question: Question, { waiting, waitReason, waitUntil }: LiveAccount): string =>
  question === 'busy' && waiting && isLongWait(waitReason)
    ? texts.waitingStopText(waitText(waitReason, waitUntil))
    : WORDS[question].text

export default function AccountDialog({ question, account, onYes, onClose }: Props) {
  const { title, yes, no, danger } = WORDS[question]
  // what was asked about stays, also when the account moves on meanwhile
  const [text] = useState(() => textOf(question, account))
  return (
    <Confirm
      title={title}
      confirmLabel={yes}
      {...(no ? { cancelLabel: no } : {})}
      danger={danger ?? false}
      onConfirm={onYes}
      onClose={onClose}
    >
      <p className="font-semibold break-words text-ink">{whichOf(account)}</p>
      <p className="mt-2">{text}</p>
    </Confirm>
  )
}
