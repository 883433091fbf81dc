// The menus of those who run the place (rule screens-by-role), fetched by them alone.
import {
  Activity,
  Bot,
  ChartColumn,
  Contact,
  FileCheck2,
  FileClock,
  FileUser,
  Filter,
  Gauge,
  HandCoins,
  Inbox,
  Megaphone,
  MessageSquarePlus,
  MessageSquareText,
  MonitorDot,
  Network,
  PhoneOff,
  Scale,
  SearchCheck,
  Send,
  Settings,
  ShieldCheck,
  Trophy,
  Users,
} from 'lucide-react'
import type { Role } from '../../../contract/people/role-table.ts'
import { officeMenuTexts } from '../../texts/indonesian.ts'
import { LINKS, type MenuEntry, type MenuGroup, type MenuLink, type MenuSection, plain } from './menu.ts'

const { entries: names, sections } = officeMenuTexts
const { dashboard, whatsapp, withdraw, bonus, referral, profile } = LINKS
const inbox: MenuLink = { to: '/inbox', label: names.inbox, icon: Inbox }
const requested: MenuLink = { to: '/withdraw/requested', label: names.withdrawRequested, icon: HandCoins }
const generators: MenuLink = { to: '/generator/list', label: names.generators, icon: Bot }
const validators: MenuLink = { to: '/validator/list', label: names.validators, icon: ShieldCheck }

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

/** The order of the entries that the specification names is its own; the headings stand over neighbours. */
const office = (more: { send: MenuEntry[]; money: MenuEntry[]; system: MenuEntry[] }): MenuSection[] => [
  { heading: null, entries: [dashboard, inbox] },
  {
    heading: sections.recipients,
    entries: [
      { to: '/phonenumber', label: names.phoneNumbers, icon: Contact },
      { to: '/segment', label: names.segments, icon: Filter },
      { to: '/suppression', label: names.suppression, icon: PhoneOff },
      { to: '/consent-source', label: names.consentSources, icon: FileCheck2 },
      { to: '/programme', label: names.programmes, icon: MessageSquarePlus },
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
      { to: '/campaign', label: names.campaigns, icon: Megaphone },
      { to: '/blaster', label: names.blaster, icon: Send },
      { to: '/rates', label: names.rates, icon: Gauge },
      ...more.send,
      { to: '/account-check', label: names.accountCheck, icon: SearchCheck },
    ],
  },
  {
    heading: sections.money,
    entries: [
      requested,
      bonus,
      referral,
      { to: '/level', label: names.level, icon: Trophy },
      { to: '/money', label: names.money, icon: ChartColumn },
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
const admin = office({ send: [whatsapp], money: [], system: [] })

const MENUS: Record<Exclude<Role, 'member'>, MenuSection[]> = {
  admin,
  dev: office({ send: [whatsapp], money: [withdraw], system: [monitor] }),
  staff: plain([inbox, requested, generators, validators, profile]),
}

/** Any other role has an admin's. */
export const officeMenuOf = (role: Exclude<Role, 'member'>): MenuSection[] => MENUS[role] ?? admin
