// A generator or validator on the wire: its row, with the newer values of its sender's object where that was asked.
import {
  type CheckKind,
  daysNeeded,
  type GeneratorRow,
  runningPhase,
  type ValidatorRow,
} from '../../../contract/sending/number-checks.ts'
import type { WaitReason } from '../../../contract/sending/waits.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { progressOf } from '../blast/rules.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { checkRead, type CheckRecord, type CheckState } from './store.ts'

export type LiveCheck = CheckState & {
  /** Seconds; 0: it does not wait. */
  waitTime: number
  waitReason: WaitReason | null
  /** Queries in a row that failed. */
  errors: number
}

const percent = (done: number, of: number): number => (of > 0 ? progressOf(done, of) : 0)
const commonOf = (row: CheckRecord, live: LiveCheck | null) => {
  const newer = live && live.version >= row.version ? live : null
  const cursor = newer?.cursor ?? row.cursor
  const waitTime = newer?.waitTime ?? 0
  const errors = newer?.errors ?? 0
  return {
    id: row.id,
    kind: row.kind,
    user_id: row.user_id,
    whatsapp_id: row.whatsapp_id,
    Whatsapp:
      row.sender_state === null
        ? null
        : {
            id: row.whatsapp_id,
            clientid: row.sender_clientid ?? '',
            pushname: row.sender_pushname,
            nickname: row.sender_nickname,
            phonenumber: row.sender_phonenumber,
            state: row.sender_state,
          },
    state: row.sender_state ?? ('unknown' as const),
    status: newer?.status ?? row.status,
    phase: newer?.phase ?? row.phase,
    current_number: newer ? newer.currentNumber : row.current_number,
    total: row.total,
    checked: cursor,
    progress: percent(cursor, row.total),
    count_success: newer?.success ?? row.count_success,
    count_fail: newer?.fail ?? row.count_fail,
    b_insert: row.b_insert,
    listed: row.listed,
    list_duplicates: row.list_duplicates,
    list_suppressed: row.list_suppressed,
    interval_min: row.interval_min,
    interval_max: row.interval_max,
    requesting: false,
    waiting: waitTime > 0,
    waitTime,
    waitReason: newer?.waitReason ?? null,
    attempting: errors > 0,
    attempingCode: errors > 0 ? errors : null,
    error: newer ? newer.error : row.error,
    days: daysNeeded(row.total - cursor, Number(row.daily_cap ?? DEFAULT_SETTINGS.lookup_daily_cap)),
    version: Math.max(row.version, newer?.version ?? 0),
    settings_version: versionOf(checkRead(row)),
    createdAt: new Date(row.created_at).toISOString(),
  }
}

export type CheckRows = { generator: GeneratorRow; validator: ValidatorRow }
/** A link that opens the file of this check for a while. */
type LinkOf = (checkId: string) => Promise<string>
const PRESENT: {
  [K in CheckKind]: (row: CheckRecord, live: LiveCheck | null, linkOf: LinkOf) => Promise<CheckRows[K]>
} = {
  generator: async (row, live) => ({
    ...commonOf(row, live),
    start_number: row.start_number ?? '',
    end_number: row.end_number ?? '',
  }),
  validator: async (row, live, linkOf) => {
    const common = commonOf(row, live)
    return {
      ...common,
      validating: common.status === 'sending' && common.phase === runningPhase('validator'),
      preparing: row.source === 'reading',
      prepared: row.source === 'reading' ? percent(row.read_bytes, row.file_bytes) : 100,
      skipped: row.read_rows - row.total,
      fileName: row.file_name ?? '',
      fileUrl: await linkOf(row.id),
    }
  },
}
/** @param kind the row's. */
export const presentCheck = <K extends CheckKind>(
  kind: K,
  row: CheckRecord,
  live: LiveCheck | null,
  linkOf: LinkOf,
): Promise<CheckRows[K]> => PRESENT[kind](row, live, linkOf)
