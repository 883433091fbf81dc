// A role's menu after the settings: staff who may not pay out have no entry for withdraw requests and what waits (rule staff-pay-out).
import { useEffect, useState } from 'react'
import type { Role } from '../../../contract/people/role-table.ts'
import { useSettings } from '../../lib/api/use-settings.ts'
import { getSession } from '../../lib/session/session.ts'
import { keep } from '../../ui/part.tsx'
import { MEMBER_MENU, type MenuEntry, type MenuSection } from './menu.ts'

type Office = typeof import('./menu-office.ts')
let office: Office | null = null
const loadOffice = keep(async () => (office = await import('./menu-office.ts')))
// beside the screen, not after it
if ((getSession()?.user.role ?? 'member') !== 'member') void loadOffice().catch(() => undefined)

/** Empty until it has come, once in a visit. */
const useWhole = (role: Role): MenuSection[] => {
  const [menus, setMenus] = useState(office)
  const wants = role !== 'member' && menus === null
  useEffect(() => {
    if (wants) void loadOffice().then(setMenus, () => undefined)
  }, [wants])
  return role === 'member' ? MEMBER_MENU : (menus?.officeMenuOf(role) ?? [])
}

const isOfPaying = (entry: MenuEntry): boolean =>
  'to' in entry && (entry.to === '/withdraw/requested' || entry.to === '/inbox')

export const useMenu = (role: Role): MenuSection[] => {
  const staff = role === 'staff'
  const { data } = useSettings(staff)
  const menu = useWhole(role)
  if (!staff || data?.staff_can_process !== false) return menu
  return menu.map((section) => ({ ...section, entries: section.entries.filter((entry) => !isOfPaying(entry)) }))
}
