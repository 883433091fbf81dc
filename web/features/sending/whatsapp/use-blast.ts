// Starting and stopping a blast.
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { useStartStop } from '../../../realtime/use-start-stop.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { startBlasting, stopBlasting } from './api.ts'

export const useBlast = () =>
  useStartStop<LiveAccount>({
    of: 'accounts',
    start: startBlasting,
    stop: stopBlasting,
    // A stop first finishes the message in flight.
    lookAfterMs: { sending: [3_000, 15_000], idle: [4_000, 20_000, 65_000] },
    startFailed: (text) => texts.startFailed(text.replace(/[.!]+$/, '')),
  })
