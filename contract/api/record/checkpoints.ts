// Signed checkpoints of the record, for anybody (rule checkpoints).
import { z } from 'zod'
import { SEALED_TABLES } from '../../record/sealed-tables.ts'
import { ADMINS, call, fileCall } from '../call.ts'

export const checkpointCalls = {
  /** A checkpoint that was kept elsewhere, held against the record as it is now; note: its text, with what a mail has around it. */
  'POST /admin/audit/checkpoint': call({
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    body: z.object({ note: z.string('Wajib diisi.').trim().min(1, 'Wajib diisi.').max(20_000) }),
    /** size: closed days that it signs; null: it cannot be read here. day: the last of them. */
    answer: z.object({
      is: z.enum(['same', 'fewer', 'other', 'form', 'origin', 'key', 'forged']),
      size: z.number().nullable(),
      day: z.string().nullable(),
    }),
  }),
  /** The proof that one entry stands in the record under a signed checkpoint, as JSON. */
  'GET /admin/audit/inclusion': fileCall('other', {
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: z.object({ table: z.enum(SEALED_TABLES), id: z.coerce.number().int().min(1) }),
  }),
  /** A signed note as text (c2sp.org/tlog-checkpoint): the newest one, or of a closed day. */
  'GET /public/checkpoint': fileCall('other', {
    roles: 'public',
    own: 'none',
    limit: 'health',
    query: z.object({ day: z.iso.date().optional() }),
  }),
  /** The newest ones as a text that says what they are, with the public keys. */
  'GET /public/record': fileCall('other', { roles: 'public', own: 'none', limit: 'health' }),
}
