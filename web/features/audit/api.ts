// The audit log.
import type { RowOf } from '../../lib/api/use-paged.ts'

export const AUDIT = 'audit'
export type AuditEntry = RowOf<'GET /admin/audit'>
