// A role's menu after the settings: staff who may not pay out have no entry for withdraw requests (rule staff-pay-out).
import type { Role } from '../../../contract/people/role-table.ts'
import { useSettings } from '../../lib/api/use-settings.ts'
import { type MenuEntry, type MenuSection, menuOf } from './menu.ts'

const isRequests = (entry: MenuEntry): boolean => 'to' in entry && entry.to === '/withdraw/requested'

export const useMenu = (role: Role): MenuSection[] => {
  const staff = role === 'staff'
  const { data } = useSettings(staff)
  const menu = menuOf(role)
  if (!staff || data?.staff_can_process !== false) return menu
  return menu.map((section) => ({ ...section, entries: section.entries.filter((entry) => !isRequests(entry)) }))
}
