// What a person chooses about notices, in their profile.
import type { noticeSettingTexts as indonesian } from '../indonesian/notice-settings.ts'
import type { InEnglish } from '../in-english.ts'

export const noticeSettingTexts: InEnglish<typeof indonesian> = {
  title: 'Notifications',
  retry: 'Try again',
  lead: 'Choose what you are told, and where.',
  device: 'Notifications on this device',
  deviceStates: {
    unsupported:
      'This browser has no notifications. On an iPhone first add this page to the Home Screen, then open it from there.',
    blocked: 'Notifications are blocked. Allow them in your browser’s settings of this site, then reload this page.',
    off: 'Not on. This device can be told even when the page is closed.',
    on: 'On. This device is told even when the page is closed, until you sign out.',
  },
  deviceUnavailable: 'Not available yet: the operator has not set up the keys for notifications on devices.',
  deviceOn: 'Switch on',
  deviceOff: 'Switch off',
  deviceFailed: (why: string) => `The notifications could not be changed: ${why}`,
  ways: { in_app: 'Bell', push: 'Device', digest: 'Daily mail' },
  kinds: {
    account_out: 'Account disconnected or logged out',
    account_suspended: 'Account suspended',
    account_activated: 'Suspension lifted',
    account_rests: 'Account rests',
    person_status: 'An admin paused, closed or opened you',
    withdraw_paid: 'Withdrawal paid',
    withdraw_rejected: 'Withdrawal rejected',
    withdraw_wait: 'Somebody tied to you waits to decide about a withdrawal',
    blast_finished: 'Blast finished',
    recipients_again: 'Recipients again, if you asked for it',
    new_device: 'Sign-in from a new device',
    credentials: 'Password, second step, email or bank details changed',
    office_withdraw: 'New withdrawal request',
    office_suspended: 'Member’s account suspended',
    office_approval: 'Something waits for approval',
    office_decided: 'A second person approved or refused what you asked for',
  },
  nowhere: 'not told',
  details:
    'Show amounts, names and numbers in notifications on devices, which are in Indonesian. People near you may see them.',
  campaignMail: 'A mail when a campaign that you launched has ended, was cancelled, or paused itself.',
  save: 'Save notifications',
  saved: 'Your choice of notifications has been saved.',
}
