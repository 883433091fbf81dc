// The audit log (rule audit-log).
import type { Role } from '../../../contract/role-table.ts'

export const AUDIT = 'audit'
export const AUDIT_PATH = '/admin/audit'
export type AuditEntry = {
  id: number
  date: string
  actor_id: string
  actor_role: Role
  actor_name: string | null
  action: string
  target: string
  before: unknown
  after: unknown
}
