// What an event of an account is worth saying beside the page. Pure.
import type { BrowserEvent } from '../../../contract/events.ts'
import type { Account } from '../../../contract/whatsapp.ts'
import { whatsappTexts as texts } from '../../texts/indonesian.ts'

export type News = { tone: 'error' | 'success'; text: string }
type Named = Pick<Account, 'pushname' | 'phonenumber' | 'clientid'>

/** @param row the account, where the page shows it: its events do not carry its name */
export const newsOf = ({ event, payload }: BrowserEvent, row: Named | undefined): News | null => {
  // A job's events are told by its own list.
  if (payload.jobId !== undefined) return null
  switch (event) {
    case 'error_blast':
      return { tone: 'error', text: payload.sendError ?? texts.blastError }
    // why an account came to rest, when there is more to say than its state
    case 'connection.update':
      return payload.msg ? { tone: 'error', text: payload.msg } : null
    case 'finished':
      return { tone: 'success', text: texts.finished(row?.pushname ?? row?.phonenumber ?? payload.deviceId) }
    default:
      return null
  }
}
