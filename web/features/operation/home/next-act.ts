// What the main button of a member's home does: what helps now. Pure.
import type { MemberHome, TroubledAccount } from '../../../../contract/operation/home.ts'

export type NextAct = { act: 'start' | 'link' | 'reconnect' | 'look'; to: string }
/** It comes back by its owner's hand alone; the other two end by an admin's or by themselves. */
export const isCutOff = ({ state }: Pick<TroubledAccount, 'state'>): boolean =>
  state !== 'suspended' && state !== 'restricted'

/** undefined: no answer yet. */
export const nextActOf = (home: MemberHome | undefined): NextAct => {
  if (!home) return { act: 'start', to: '/whatsapp' }
  if (home.whatsapp.connectedCount + home.whatsapp.disconnectedCount === 0)
    return { act: 'link', to: '/whatsapp/create' }
  if (home.sentToday.idle > 0) return { act: 'start', to: '/whatsapp' }
  const cutOff = home.troubled.list.find(isCutOff)
  const isAtWork = home.sentToday.list.some(({ status }) => status === 'sending')
  if (cutOff && !isAtWork) return { act: 'reconnect', to: `/whatsapp/create?r=${encodeURIComponent(cutOff.id)}` }
  return { act: 'look', to: '/whatsapp' }
}
