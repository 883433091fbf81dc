// Below an account's state: why it stands so, and what helps.
import { MUST_RECONNECT } from '../../../../../contract/sending/whatsapp.ts'
import { usePublicConfig } from '../../../../lib/api/public-config.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { isSuspended } from '../use-activation.ts'
import { PLACE } from './state-badge.tsx'

const HELP = buttonClass('secondary', 'sm', 'self-start')
const causeOf = ({ state }: LiveAccount): string | null => (state === 'connected' ? null : texts.causes[state])

function Support() {
  const supportUrl = usePublicConfig().data?.supportUrl ?? ''
  if (supportUrl === '') return null
  return (
    <a href={supportUrl} target="_blank" rel="noopener noreferrer" className={HELP}>
      {texts.contactAdmin}
    </a>
  )
}

/** @param acts the person who lends the account: others read the cause alone. */
export function StateHelp({ account, acts }: { account: LiveAccount; acts: boolean }) {
  const cutOff = MUST_RECONNECT.includes(account.state)
  const cause = causeOf(account)
  // A running blast says itself what it waits for and until when.
  if (cause === null || (account.status === 'sending' && !cutOff)) return null
  return (
    <div className={PLACE}>
      <span>{cause}</span>
      {acts && isSuspended(account) && <Support />}
    </div>
  )
}
