// How long what the record proves is kept: audit log, security events, history of consent (rule retention).
import { DAY_MS } from '../../../contract/ground/time.ts'

/** The triggers that refuse to delete have the same, 157788000 s: migrations 0020, 0023, 0048 and 0054. A shorter one needs new triggers first. */
export const AUDIT_RETENTION_MS = 5 * 365.25 * DAY_MS
