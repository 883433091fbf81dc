// Which of a person's accounts a start or a stop of all of them is for, and why the others are not. Pure.
import { accountTitle } from '../../../../contract/sending/account-name.ts'
import { type Account, MUST_RECONNECT } from '../../../../contract/sending/whatsapp.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'

export type AllAct = 'start' | 'stop'
/** An account by its name, with the reason in words. again: the same press may do better in a moment. */
export type Refused = { id: string; name: string; why: string; again: boolean }
/** The accounts that one reason keeps from it. */
export type RefusedFor = { why: string; accounts: Refused[] }

/** It checks numbers, which a start or a stop of blasts does not touch. */
const isChecking = ({ status, blasting }: Account): boolean => status === 'sending' && !blasting
const whyNotStart = (account: Account): string | null => {
  const { state, suspended } = account
  if (isChecking(account)) return texts.all.checks
  if (suspended) return texts.states.suspended
  return state === 'suspended' || MUST_RECONNECT.includes(state) ? texts.states[state] : null
}

/** By reason, that of the most accounts first. */
export const byReason = (refused: readonly Refused[]): RefusedFor[] => {
  const groups = new Map<string, Refused[]>()
  for (const one of refused) groups.set(one.why, [...(groups.get(one.why) ?? []), one])
  return [...groups]
    .map(([why, accounts]) => ({ why, accounts }))
    .toSorted((a, b) => b.accounts.length - a.accounts.length)
}

/** chosen: to be asked of the server. Accounts that already are as wanted, and those for checks, are in neither. */
export const planOf = (accounts: readonly Account[], act: AllAct): { chosen: Account[]; refused: Refused[] } => {
  const chosen: Account[] = []
  const refused: Refused[] = []
  for (const account of accounts) {
    if (account.purpose !== 'blast' || account.blasting === (act === 'start')) continue
    // an admin's one-off blast is stopped on purpose, in its row, with its own question
    const why = act === 'start' ? whyNotStart(account) : account.blaster ? texts.all.blasterRuns : null
    if (why === null) chosen.push(account)
    else refused.push({ id: account.id, name: accountTitle(account), why, again: false })
  }
  return { chosen, refused }
}
