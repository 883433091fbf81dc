// The questions that are asked before something is done to an account.
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

type Props = { question: Question; onYes: () => void; onClose: () => void }

export default function AccountDialog({ question, onYes, onClose }: Props) {
  const { title, text, yes, no, danger } = WORDS[question]
  return (
    <Confirm
      title={title}
      confirmLabel={yes}
      {...(no ? { cancelLabel: no } : {})}
      danger={danger ?? false}
      onConfirm={onYes}
      onClose={onClose}
    >
      {text}
    </Confirm>
  )
}
