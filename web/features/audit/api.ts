// The audit log.
import type { RowOf } from '../../lib/use-paged.ts'

export const AUDIT = 'audit'
export type AuditEntry = RowOf<'GET /admin/audit'>
