// The progress of a large import, and the rows it skipped.
import { z } from 'zod'
import { done } from '../../ground/done.ts'
import { IMPORT_KINDS, importWire, listedImport } from '../../recipients/imports.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { exportQuery, list } from '../shapes.ts'

export const importCalls = {
  /** The last ones of a kind: those that run, then the newest. */
  'GET /admin/import': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: z.object({ kind: z.enum(IMPORT_KINDS).default('phonenumber') }),
    answer: list(listedImport),
  }),
  /** What it has brought stays. */
  'POST /admin/import/:id/cancel': call({ roles: ADMINS, own: 'none', answer: done }),
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
