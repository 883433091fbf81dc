// How long an entry of the audit log is kept (rule retention).
import { DAY_MS } from '../../../contract/ground/time.ts'

/** The trigger that refuses to delete entries knows the same time (migration 0020). */
export const AUDIT_RETENTION_MS = 5 * 365.25 * DAY_MS
