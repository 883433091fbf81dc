// Admin and dev lift a suspension, while there were fewer than three (rule suspension).
import { useState } from 'react'
import type { Role } from '../../../contract/role-table.ts'
import { errorText } from '../../lib/api/http.ts'
import type { LiveAccount } from '../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'
import { activateAccount, useAccountRows } from './api.ts'

const MOST_SUSPENSIONS = 3
export const isSuspended = (account: LiveAccount): boolean => account.suspended || account.state === 'suspended'
export const mayLift = (role: Role): boolean => role === 'admin' || role === 'dev'
export const canActivate = (account: LiveAccount): boolean => account.suspended_count < MOST_SUSPENSIONS

export const useActivation = () => {
  const rows = useAccountRows()
  const [activating, setActivating] = useState<ReadonlySet<string>>(new Set())
  const activate = async (account: LiveAccount): Promise<void> => {
    if (activating.has(account.id)) return
    setActivating((before) => new Set(before).add(account.id))
    try {
      await activateAccount(account)
      notify.success(texts.activated)
    } catch (error) {
      notify.error(errorText(error))
    }
    rows.refetch()
    setActivating((before) => new Set([...before].filter((id) => id !== account.id)))
  }
  return {
    isActivating: (account: LiveAccount): boolean => activating.has(account.id),
    activate: (account: LiveAccount) => void activate(account),
  }
}
export type Activation = ReturnType<typeof useActivation>
