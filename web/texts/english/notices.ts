// The bell and its list; what a person chooses is in notice-settings.ts. The sentences are in notice-sentences.ts.
import type { noticeTexts as indonesian } from '../indonesian/notices.ts'
import type { InEnglish } from '../in-english.ts'

export const noticeTexts: InEnglish<typeof indonesian> = {
  title: 'Notifications',
  bell: (unread: number) => (unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'),
  waiting: (count: string) => `, ${count} waiting for you`,
  toInbox: (count: string) => `${count} waiting for you`,
  many: '99+',
  arrived: 'You have a new notification.',
  readAll: 'Mark all as read',
  allRead: 'All are read',
  unread: 'Unread.',
  more: 'Load older ones',
  empty: 'No notifications yet.',
  emptyNote: 'News about your accounts, blasts and withdrawals appears here.',
  failed: 'The notifications could not be loaded.',
  retry: 'Try again',
  settings: 'Set up notifications',
}
