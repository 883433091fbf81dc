// The progress of a large import, and the rows it skipped.
import { importWire } from '../../recipients/imports.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { exportQuery } from '../shapes.ts'

export const importCalls = {
  'GET /admin/import/:id': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: importWire.extend({ data: importWire }),
  }),
  'GET /admin/import/:id/skipped': fileCall('table', {
    roles: ADMINS,
    own: 'none',
    proof: true,
    limit: 'export',
    query: exportQuery,
  }),
}
