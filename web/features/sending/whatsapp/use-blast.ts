// Starting and stopping a blast.
import { ApiError } from '../../../lib/api/http.ts'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { useStartStop } from '../../../realtime/use-start-stop.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { startBlasting, stopBlasting } from './api.ts'

/** @param onForbidden the account was cut off, and this page did not know it */
export const useBlast = (onForbidden: (account: LiveAccount) => void) =>
  useStartStop<LiveAccount>({
    of: 'accounts',
    start: startBlasting,
    stop: stopBlasting,
    // A stop first finishes the message in flight.
    lookAfterMs: { sending: [3_000, 15_000], idle: [4_000, 20_000, 65_000] },
    onRefusedStart: (error, account) => {
      const isForbidden = error instanceof ApiError && error.reason === 'not_connected'
      if (isForbidden) onForbidden(account)
      return isForbidden
    },
    startFailed: (text) => texts.startFailed(text.replace(/[.!]+$/, '')),
  })
