// Rows of generators and validators with what their senders' objects say now, and the links that open their files.
import { twice } from '../../contract/api/shapes.ts'
import { type CheckKind, FILE_LINK_MS } from '../../contract/number-checks.ts'
import { sign, verifySignature } from '../../domain/auth/token.ts'
import { type CheckRows, type LiveCheck, presentCheck } from '../../domain/number-checks/present.ts'
import type { CheckRecord } from '../../domain/number-checks/store.ts'
import type { CheckRequest } from '../../durable-objects/rpc.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import type { Env } from '../env.ts'
import { didNotAnswer } from './log.ts'

const LABEL = 'check-file'
const fileLinkOf =
  (env: Env, now: number) =>
  async (jobId: string): Promise<string> => {
    const until = now + FILE_LINK_MS
    const signature = await sign(env.LINK_SECRET, LABEL, `${jobId}.${until}`)
    return `/api/files/validator/${jobId}?until=${until}&signature=${signature}`
  }
export const mayOpenFile = async (
  env: Env,
  link: { jobId: string; until: number; signature: string },
  now: number,
): Promise<boolean> =>
  link.until > now && verifySignature(env.LINK_SECRET, LABEL, `${link.jobId}.${link.until}`, link.signature)

export const checkRequestOf = (row: CheckRecord): CheckRequest => ({
  id: row.id,
  kind: row.kind,
  userId: row.user_id,
  range: row.start_number === null || row.end_number === null ? null : { start: row.start_number, end: row.end_number },
  total: row.total,
  cursor: row.cursor,
  currentNumber: row.current_number,
  success: row.count_success,
  fail: row.count_fail,
  interval: { min: row.interval_min, max: row.interval_max },
  insert: row.b_insert === 1,
  phase: row.phase,
  version: row.version,
})

/** null: the check does not run, or its object did not answer; the row is shown. */
const liveOf = (env: Env, row: CheckRecord): Promise<LiveCheck | null> =>
  row.status === 'idle'
    ? Promise.resolve(null)
    : accountObject(env, row.whatsapp_id).checkState(row.id).catch(didNotAnswer)

type Ports = { env: Env; now: number }
export const presentChecks = <K extends CheckKind>(
  { env, now }: Ports,
  kind: K,
  rows: readonly CheckRecord[],
): Promise<CheckRows[K][]> =>
  Promise.all(rows.map(async (row) => presentCheck(kind, row, await liveOf(env, row), fileLinkOf(env, now))))
/** One check in the shape that every answer about one has. */
export const shownCheck = async <K extends CheckKind>(
  { env, now }: Ports,
  kind: K,
  row: CheckRecord,
  live: LiveCheck | null = null,
) => twice(kind, await presentCheck(kind, row, live ?? (await liveOf(env, row)), fileLinkOf(env, now)))
