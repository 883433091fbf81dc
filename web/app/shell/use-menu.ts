// A role's menu after the settings: staff who may not pay out have no entry for withdraw requests (rule staff-pay-out).
import type { Role } from '../../../contract/role-table.ts'
import { useSettings } from '../../lib/api/use-settings.ts'
import { type MenuEntry, menuOf } from './menu.ts'

const isRequests = (entry: MenuEntry): boolean => 'to' in entry && entry.to === '/withdraw/requested'

export const useMenu = (role: Role): MenuEntry[] => {
  const staff = role === 'staff'
  const { data } = useSettings(staff)
  const menu = menuOf(role)
  return staff && data?.staff_can_process === false ? menu.filter((entry) => !isRequests(entry)) : menu
}
