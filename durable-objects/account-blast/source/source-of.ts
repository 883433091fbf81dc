// Which source a run, or an attempt, is of.
import { oneOffBlast } from './one-off-blast.ts'
import type { SourcePort } from './port.ts'
import type { Source } from './source.ts'
import { standingBlast } from './standing.ts'

/** @param id as the run (`jobId`) or the attempt (`job_id`) has it on record */
export const sourceOf = (core: SourcePort, id: string | null): Source =>
  id === null ? standingBlast(core) : oneOffBlast(core, id)
/** Of the run under way. */
export const sourceOfRun = (core: SourcePort): Source => sourceOf(core, core.account.run?.jobId ?? null)
