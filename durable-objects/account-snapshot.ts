// What an account's object tells of itself to lists and to its screens.
import type { Account } from '../contract/sending/whatsapp.ts'

/** The live part of an account, as lists and count_synced show it. */
export type AccountSnapshot = Pick<
  Account,
  | 'id'
  | 'clientid'
  | 'state'
  | 'status'
  | 'currentState'
  | 'blasting'
  | 'progressing'
  | 'blaster'
  | 'waiting'
  | 'waitTime'
  | 'waitReason'
  | 'count_success'
  | 'count_fail'
  | 'income'
  | 'progress'
  | 'campaign'
  | 'last_run'
  | 'held'
  | 'attempting'
  | 'attempingCode'
  | 'suspended'
  | 'suspended_count'
  | 'restricted_until'
  | 'version'
  | 'nickname'
  | 'sent_today'
>
