// Whether an account may send a test to itself now (rule one-off-test): what would make a blast of it wait refuses a test. Pure.
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Held } from '../../../contract/people/pauses.ts'
import { accountTexts } from '../../../contract/sending/account-texts.ts'
import type { AccountPurpose } from '../../../contract/ground/account-purpose.ts'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import { windowOpensAt } from '../blast/rules.ts'

export type TestSender = {
  /** As the specification's words name it. */
  name: string
  purpose: AccountPurpose
  state: AccountState
  isBusy: boolean
  held: Held | null
  sentToday: number
}
export type TestPlace = { isPaused: boolean; window: { start: string; end: string }; dailyCap: number }

/** null: it may; else why not. */
export const whyNoTest = (sender: TestSender, place: TestPlace, now: number): Refusal | null => {
  if (sender.purpose !== 'blast') return new Refusal('account_not_for_blast')
  if (sender.state === 'suspended') return new Refusal('account_suspended', { text: accountTexts.senderSuspended })
  if (sender.state === 'restricted') return new Refusal('account_restricted')
  if (sender.state !== 'connected')
    return new Refusal('sender_not_connected', { text: `${sender.name} is ${sender.state}` })
  if (place.isPaused || sender.held) return new Refusal('test_paused')
  if (sender.isBusy) return new Refusal('account_busy')
  if (windowOpensAt(place.window, now) !== null) return new Refusal('test_window')
  if (sender.sentToday >= place.dailyCap) return new Refusal('test_cap')
  return null
}
