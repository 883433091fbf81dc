// Rows of checks merged with what their senders' objects say now, and the signed links that open their files.
import { twice } from '../../../contract/api/shapes.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { type CheckKind, type CheckPhase, FILE_LINK_MS } from '../../../contract/sending/number-checks.ts'
import { sign, verifySignature } from '../../ground/crypto/token.ts'
import { type CheckRows, type LiveCheck, presentCheck } from './present.ts'
import type { CheckRecord } from './store.ts'

/** A check as its row knows it, for the object of its sender. */
export type CheckRequest = {
  id: string
  kind: CheckKind
  /** Who made the check; the sender may be another person's account. */
  userId: string
  /** null: the parts of its file in the bucket. */
  range: { start: string; end: string } | null
  total: number
  cursor: number
  currentNumber: string | null
  success: number
  fail: number
  /** Seconds. */
  interval: { min: number; max: number }
  insert: boolean
  phase: CheckPhase
  version: number
}
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

export type LiveCheckPorts = {
  /** The first signs the links, all verify. */
  linkKeys: KeyRing
  now: number
  /** null: the account's object did not answer, or does not know the check. */
  stateOf: (accountId: string, checkId: string) => Promise<LiveCheck | null>
}

const LABEL = 'check-file'
const fileLinkOf =
  ({ linkKeys, now }: Pick<LiveCheckPorts, 'linkKeys' | 'now'>) =>
  async (checkId: string): Promise<string> => {
    const until = now + FILE_LINK_MS
    const signature = await sign(linkKeys, LABEL, `${checkId}.${until}`)
    return `/api/files/validator/${checkId}?until=${until}&signature=${signature}`
  }
/** true: the link's signature is ours and it has not expired. */
export const mayOpenFile = async (
  { linkKeys, now }: Pick<LiveCheckPorts, 'linkKeys' | 'now'>,
  link: { checkId: string; until: number; signature: string },
): Promise<boolean> =>
  link.until > now && verifySignature(linkKeys, LABEL, `${link.checkId}.${link.until}`, link.signature)

/** null: the check does not run, or its object did not answer; the row is shown. */
const liveOf = (ports: LiveCheckPorts, row: CheckRecord): Promise<LiveCheck | null> =>
  row.status === 'idle' ? Promise.resolve(null) : ports.stateOf(row.whatsapp_id, row.id)

export const presentChecks = <K extends CheckKind>(
  ports: LiveCheckPorts,
  kind: K,
  rows: readonly CheckRecord[],
): Promise<CheckRows[K][]> =>
  Promise.all(rows.map(async (row) => presentCheck(kind, row, await liveOf(ports, row), fileLinkOf(ports))))
/** One check in the shape that every answer about one has. */
export const shownCheck = async <K extends CheckKind>(
  ports: LiveCheckPorts,
  kind: K,
  row: CheckRecord,
  live: LiveCheck | null = null,
) => twice(kind, await presentCheck(kind, row, live ?? (await liveOf(ports, row)), fileLinkOf(ports)))
