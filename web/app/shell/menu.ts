// The menu of each role (rule screens-by-role): one table, read by the sidebar, the palette and page titles.
import {
  Banknote,
  Bot,
  CircleUser,
  Contact,
  FileClock,
  Gift,
  HandCoins,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  MonitorDot,
  Network,
  PhoneOff,
  Scale,
  Send,
  Settings,
  ShieldCheck,
  Smartphone,
  Trophy,
  UserPlus,
  Users,
} from 'lucide-react'
import type { Role, WebRoute } from '../../../contract/role-table.ts'
import { shellTexts } from '../../texts/indonesian.ts'

const names = shellTexts.entries
export type MenuLink = { to: WebRoute; label: string; icon: LucideIcon }
export type MenuGroup = { label: string; icon: LucideIcon; children: MenuLink[] }
export type MenuEntry = MenuLink | MenuGroup

const dashboard: MenuLink = { to: '/', label: names.dashboard, icon: LayoutDashboard }
const whatsapp: MenuLink = { to: '/whatsapp', label: names.whatsapp, icon: Smartphone }
const withdraw: MenuLink = { to: '/withdraw', label: names.withdraw, icon: Banknote }
const requested: MenuLink = { to: '/withdraw/requested', label: names.withdrawRequested, icon: HandCoins }
const generators: MenuLink = { to: '/generator/list', label: names.generators, icon: Bot }
const validators: MenuLink = { to: '/validator/list', label: names.validators, icon: ShieldCheck }
const bonus: MenuLink = { to: '/bonus', label: names.bonus, icon: Gift }
const referral: MenuLink = { to: '/referral', label: names.referral, icon: UserPlus }
const profile: MenuLink = { to: '/profile', label: names.profile, icon: CircleUser }

const admin: MenuEntry[] = [
  dashboard,
  { to: '/phonenumber', label: names.phoneNumbers, icon: Contact },
  { to: '/member', label: names.members, icon: Users },
  generators,
  validators,
  { to: '/message', label: names.templates, icon: MessageSquareText },
  requested,
  bonus,
  referral,
  { to: '/level', label: names.level, icon: Trophy },
  { to: '/proxy', label: names.proxy, icon: Network },
  { to: '/settings', label: names.settings, icon: Settings },
  { to: '/blaster', label: names.blaster, icon: Send },
  { to: '/suppression', label: names.suppression, icon: PhoneOff },
  { to: '/audit', label: names.audit, icon: FileClock },
  { to: '/reconciliation', label: names.reconciliation, icon: Scale },
  profile,
]
const monitor: MenuGroup = {
  label: names.monitor,
  icon: MonitorDot,
  children: [
    { to: '/monitor/local', label: names.monitorLocal, icon: MonitorDot },
    { to: '/monitor/remote', label: names.monitorRemote, icon: MonitorDot },
    { to: '/monitor/socket', label: names.monitorSocket, icon: MonitorDot },
    { to: '/monitor/realtime', label: names.monitorRealtime, icon: MonitorDot },
  ],
}

const MENUS: Record<Role, MenuEntry[]> = {
  admin,
  dev: [...admin.slice(0, -1), whatsapp, withdraw, monitor, profile],
  member: [dashboard, whatsapp, withdraw, bonus, referral, profile],
  staff: [requested, generators, validators, profile],
}

export const menuOf = (role: Role): MenuEntry[] => MENUS[role] ?? admin
export const linksOf = (entries: MenuEntry[]): MenuLink[] =>
  entries.flatMap((entry) => ('children' in entry ? entry.children : [entry]))

/** true: the entry's screen, or one below it, is open. */
export const isOpen = (to: WebRoute, pathname: string): boolean => {
  if (to === '/') return pathname === '/' || pathname === '/dashboard'
  if (to === '/withdraw') return pathname === to
  const base = to.endsWith('/list') ? to.slice(0, -'/list'.length) : to
  return pathname === to || pathname === base || pathname.startsWith(`${base}/`)
}
