// Signed checkpoints of the record, for anybody (rule checkpoints).
import { z } from 'zod'
import { fileCall } from '../call.ts'

export const checkpointCalls = {
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
