// Starting and stopping a job.
import type { CheckKind } from '../../../../contract/sending/number-checks.ts'
import { useStartStop } from '../../../realtime/use-start-stop.ts'
import { startCheck, stopCheck } from './api.ts'
import type { Live } from './apply-check-events.ts'
import { LISTS } from './kinds.ts'

export const useRun = (kind: CheckKind) =>
  useStartStop<Live>({
    of: LISTS[kind],
    start: ({ id }) => startCheck(kind, id),
    stop: ({ id }) => stopCheck(kind, id),
    // A stop first finishes the query in flight.
    lookAfterMs: { sending: [2_000, 15_000], idle: [2_000, 10_000, 65_000] },
  })
