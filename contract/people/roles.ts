// The schema of a role, and all of the roles × screens table.
import { z } from 'zod'
import { ROLES } from './role-table.ts'

export * from './role-table.ts'
export const role = z.enum(ROLES)
