// What an event of an account is worth saying beside the page. Pure.
import { accountName } from '../../../../contract/sending/account-name.ts'
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import type { LastRun } from '../../../../contract/sending/last-run.ts'
import type { Account } from '../../../../contract/sending/whatsapp.ts'

/** why: in words, empty where nobody said. name: the account's; null: it has none, and its id says nothing to anybody. */
export type News = { kind: 'failed'; why: string } | { kind: 'finished'; name: string | null; lastRun: LastRun | null }
type Named = Pick<Account, 'nickname' | 'pushname' | 'phonenumber'>

/** @param row the account, where the page shows it: its events do not carry its name */
export const newsOf = ({ event, payload }: BrowserEvent, row: Named | undefined): News | null => {
  // A job's events are told by its own list.
  if (payload.jobId !== undefined) return null
  switch (event) {
    case 'error_blast':
      return { kind: 'failed', why: payload.sendError }
    // why an account came to rest, when there is more to say than its state
    case 'connection.update':
      return payload.msg ? { kind: 'failed', why: payload.msg } : null
    case 'finished':
      return {
        kind: 'finished',
        name: row ? (accountName(row) ?? row.phonenumber) : null,
        lastRun: payload.last_run ?? null,
      }
    default:
      return null
  }
}
