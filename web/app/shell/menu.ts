// The menu of each role (rule screens-by-role): one table, read by the sidebar, the palette and page titles.
import {
  Activity,
  Banknote,
  Bot,
  CircleUser,
  Contact,
  FileClock,
  FileUser,
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
import type { Role, WebRoute } from '../../../contract/people/role-table.ts'
import { shellTexts } from '../../texts/indonesian.ts'

const names = shellTexts.entries
export type MenuLink = { to: WebRoute; label: string; icon: LucideIcon }
/** A submenu. */
export type MenuGroup = { label: string; icon: LucideIcon; children: MenuLink[] }
export type MenuEntry = MenuLink | MenuGroup
/** Neighbours under a heading; null: without one. */
export type MenuSection = { heading: string | null; entries: MenuEntry[] }

const dashboard: MenuLink = { to: '/', label: names.dashboard, icon: LayoutDashboard }
const whatsapp: MenuLink = { to: '/whatsapp', label: names.whatsapp, icon: Smartphone }
const withdraw: MenuLink = { to: '/withdraw', label: names.withdraw, icon: Banknote }
const requested: MenuLink = { to: '/withdraw/requested', label: names.withdrawRequested, icon: HandCoins }
const generators: MenuLink = { to: '/generator/list', label: names.generators, icon: Bot }
const validators: MenuLink = { to: '/validator/list', label: names.validators, icon: ShieldCheck }
const bonus: MenuLink = { to: '/bonus', label: names.bonus, icon: Gift }
const referral: MenuLink = { to: '/referral', label: names.referral, icon: UserPlus }
const profile: MenuLink = { to: '/profile', label: names.profile, icon: CircleUser }

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

const { sections } = shellTexts
/** The order of the entries that the specification names is its own; the headings stand over neighbours. */
const office = (more: { send: MenuEntry[]; money: MenuEntry[]; system: MenuEntry[] }): MenuSection[] => [
  { heading: null, entries: [dashboard] },
  {
    heading: sections.recipients,
    entries: [
      { to: '/phonenumber', label: names.phoneNumbers, icon: Contact },
      { to: '/suppression', label: names.suppression, icon: PhoneOff },
      { to: '/data-request', label: names.dataRequest, icon: FileUser },
    ],
  },
  { heading: sections.member, entries: [{ to: '/member', label: names.members, icon: Users }] },
  {
    heading: sections.send,
    entries: [
      generators,
      validators,
      { to: '/message', label: names.templates, icon: MessageSquareText },
      { to: '/blaster', label: names.blaster, icon: Send },
      ...more.send,
    ],
  },
  {
    heading: sections.money,
    entries: [
      requested,
      bonus,
      referral,
      { to: '/level', label: names.level, icon: Trophy },
      { to: '/reconciliation', label: names.reconciliation, icon: Scale },
      ...more.money,
    ],
  },
  {
    heading: sections.system,
    entries: [
      { to: '/proxy', label: names.proxy, icon: Network },
      { to: '/settings', label: names.settings, icon: Settings },
      { to: '/audit', label: names.audit, icon: FileClock },
      { to: '/status', label: names.status, icon: Activity },
      ...more.system,
      profile,
    ],
  },
]
const plain = (entries: MenuEntry[]): MenuSection[] => [{ heading: null, entries }]
const admin = office({ send: [], money: [], system: [] })

const MENUS: Record<Role, MenuSection[]> = {
  admin,
  dev: office({ send: [whatsapp], money: [withdraw], system: [monitor] }),
  // few enough to be read at once
  member: plain([dashboard, whatsapp, withdraw, bonus, referral, profile]),
  staff: plain([requested, generators, validators, profile]),
}

export const menuOf = (role: Role): MenuSection[] => MENUS[role] ?? admin
export const linksOf = (menu: readonly MenuSection[]): MenuLink[] =>
  menu.flatMap(({ entries }) => entries).flatMap((entry) => ('children' in entry ? entry.children : [entry]))

/** true: the entry's screen, or one below it, is open. */
export const isOpen = (to: WebRoute, pathname: string): boolean => {
  if (to === '/') return pathname === '/' || pathname === '/dashboard'
  if (to === '/withdraw') return pathname === to
  const base = to.endsWith('/list') ? to.slice(0, -'/list'.length) : to
  return pathname === to || pathname === base || pathname.startsWith(`${base}/`)
}
