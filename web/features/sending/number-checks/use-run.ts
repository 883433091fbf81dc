// Starting and stopping a job.
import type { CheckKind } from '../../../../contract/sending/number-checks.ts'
import { useStartStop } from '../../../realtime/use-start-stop.ts'
import { startCheck, stopCheck } from './api.ts'
import type { Live } from './apply-check-events.ts'
import { LISTS } from './kinds.ts'

/** A stop takes a moment, because the query in flight is finished first. */
const LOOK_AFTER_MS = [2_000, 10_000, 65_000]

export const useRun = (kind: CheckKind) =>
  useStartStop<Live>({
    of: LISTS[kind],
    start: ({ id }) => startCheck(kind, id),
    stop: ({ id }) => stopCheck(kind, id),
    lookAfterMs: { sending: LOOK_AFTER_MS, idle: LOOK_AFTER_MS },
  })
