// What the main button of a member's home does: what helps now. Pure.
import { MUST_RECONNECT } from '../../../../contract/sending/whatsapp.ts'
import type { MemberHome } from '../../../../contract/operation/home.ts'

export type NextAct = { act: 'start' | 'link' | 'reconnect' | 'look'; to: string }
/** undefined: no answer yet. */
export const nextActOf = (home: MemberHome | undefined): NextAct => {
  if (!home) return { act: 'start', to: '/whatsapp' }
  if (home.whatsapp.connectedCount + home.whatsapp.disconnectedCount === 0)
    return { act: 'link', to: '/whatsapp/create' }
  if (home.sentToday.idle > 0) return { act: 'start', to: '/whatsapp' }
  const cutOff = home.troubled.list.find(({ state }) => MUST_RECONNECT.includes(state))
  const isAtWork = home.sentToday.list.some(({ status }) => status === 'sending')
  if (cutOff && !isAtWork) return { act: 'reconnect', to: `/whatsapp/create?r=${encodeURIComponent(cutOff.id)}` }
  return { act: 'look', to: '/whatsapp' }
}
