// The frame around every signed-in screen.
import type { shellTexts as indonesian } from '../indonesian/shell.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const shellTexts: InEnglish<typeof indonesian> = {
  menu: 'Main menu',
  badges: {
    inbox: (count: string) => `${count} waiting for you`,
    troubled: (count: string) => many(count, 'account needs attention', 'accounts need attention'),
  },
  home: 'Home',
  openSidebar: 'Open menu',
  closeSidebar: 'Close menu',
  collapseSidebar: 'Collapse menu',
  expandSidebar: 'Expand menu',
  skip: 'Skip to content',
  toDark: 'Switch to dark theme',
  toLight: 'Switch to light theme',
  switchTheme: 'Switch between light and dark theme',
  search: 'Search menu',
  searchTitle: 'Quick search',
  searchPlaceholder: 'Search menus or actions...',
  searchPlaceholderAdmin: 'Search menus, people, numbers, settings...',
  searchMembers: 'Members',
  searchTeam: 'Team',
  searchAccounts: 'WhatsApp accounts',
  searchEmpty: 'Nothing matches.',
  searchMenus: 'Menus',
  searchActions: 'Actions',
  userMenu: 'User menu',
  editProfile: 'Edit profile',
  userProfile: 'User profile',
  signOut: 'Sign out',
  validateFailed: 'Validate failed',
  down: 'disconnected',
  downTitle: 'Live updates are disconnected. Reconnecting...',
  lost: {
    line: {
      since: (clock: string) => `Offline since ${clock}.`,
      long: 'You see how things were then, and nothing is sent until the connection is back. The server goes on with blasts that run.',
      short: 'You see how things were then. The server goes on blasting.',
    },
    server: {
      since: (clock: string) => `The server has not answered since ${clock}.`,
      long: 'Your internet connection is fine. You see how things were then, and nothing is sent. This page goes on by itself once the server answers.',
      short: 'Your internet is fine. This page goes on by itself once the server answers.',
    },
    unknown: {
      since: (clock: string) => `No answer since ${clock}.`,
      long: 'You see how things were then, and nothing is sent. The cause is being looked for.',
      short: 'You see how things were then. The cause is being looked for.',
    },
  },
  codeLost:
    'A part of this page could not be loaded, perhaps because a new version is out. What you entered is still here; the page reloads by itself when you change screens.',
  sandboxLabel: 'About the sandbox',
  sandbox: 'Sandbox: no message reaches the real WhatsApp',
  sandboxShort: 'Sandbox: not the real WhatsApp',
  sandboxPhone: 'Open phone',
  roles: { member: 'Member', staff: 'Staff', dev: 'Dev', admin: 'Admin' },
  entries: {
    dashboard: 'Dashboard',
    bonus: 'Bonuses',
    referral: 'Referrals',
    profile: 'Profile',
    whatsapp: 'WhatsApp accounts',
    withdraw: 'Withdraw',
    support: 'Telegram support',
  },
}
