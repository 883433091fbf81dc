// Admin and dev lift a suspension, while there were fewer than three (rule suspension).
import type { Role } from '../../../../contract/people/role-table.ts'
import { useRowAction } from '../../../lib/lists/use-row-action.ts'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { activateAccount } from './api.ts'

export const MOST_SUSPENSIONS = 3
export const isSuspended = (account: LiveAccount): boolean => account.suspended || account.state === 'suspended'
export const mayLift = (role: Role): boolean => role === 'admin' || role === 'dev'
export const canActivate = (account: LiveAccount): boolean => account.suspended_count < MOST_SUSPENSIONS

export const useActivation = () =>
  useRowAction<LiveAccount>({
    idOf: ({ id }) => id,
    send: activateAccount,
    changes: ['accounts'],
    doneText: texts.activated,
  })
export type Activation = ReturnType<typeof useActivation>
