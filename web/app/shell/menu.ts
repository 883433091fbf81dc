// The menu of a member, and what menus are made of (rule screens-by-role): the sidebar, the palette and page titles read them. Those of
// the office are apart (menu-office.ts), so that no member's phone fetches them.
import { Banknote, CircleUser, Gift, LayoutDashboard, type LucideIcon, Smartphone, UserPlus } from 'lucide-react'
import type { WebRoute } from '../../../contract/people/role-table.ts'
import { shellTexts } from '../../texts/indonesian.ts'

const names = shellTexts.entries
export type MenuLink = { to: WebRoute; label: string; icon: LucideIcon }
/** A submenu. */
export type MenuGroup = { label: string; icon: LucideIcon; children: MenuLink[] }
export type MenuEntry = MenuLink | MenuGroup
/** Neighbours under a heading; null: without one. */
export type MenuSection = { heading: string | null; entries: MenuEntry[] }

/** In the menus of several roles. */
export const LINKS = {
  dashboard: { to: '/', label: names.dashboard, icon: LayoutDashboard },
  whatsapp: { to: '/whatsapp', label: names.whatsapp, icon: Smartphone },
  withdraw: { to: '/withdraw', label: names.withdraw, icon: Banknote },
  bonus: { to: '/bonus', label: names.bonus, icon: Gift },
  referral: { to: '/referral', label: names.referral, icon: UserPlus },
  profile: { to: '/profile', label: names.profile, icon: CircleUser },
} satisfies Record<string, MenuLink>
export const plain = (entries: MenuEntry[]): MenuSection[] => [{ heading: null, entries }]
/** Few enough to be read at once. */
export const MEMBER_MENU = plain(Object.values(LINKS))

export const linksOf = (menu: readonly MenuSection[]): MenuLink[] =>
  menu.flatMap(({ entries }) => entries).flatMap((entry) => ('children' in entry ? entry.children : [entry]))

/** true: the entry's screen, or one below it, is open. */
export const isOpen = (to: WebRoute, pathname: string): boolean => {
  if (to === '/') return pathname === '/' || pathname === '/dashboard'
  if (to === '/withdraw') return pathname === to
  const base = to.endsWith('/list') ? to.slice(0, -'/list'.length) : to
  return pathname === to || pathname === base || pathname.startsWith(`${base}/`)
}
