// Signed checkpoints of the record as text, without an account (rule checkpoints).
import { checkpointPage } from '../../../contract/record/checkpoint-texts.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { holdAgainst } from '../../../domain/record/checkpoints/hold.ts'
import { proveInclusion } from '../../../domain/record/checkpoints/inclusion.ts'
import { signerOf, verifierTexts } from '../../../domain/record/checkpoints/place.ts'
import { checkpointOf, newestCheckpoints } from '../../../domain/record/checkpoints/store.ts'
import { readOf } from '../../../domain/record/record/store.ts'
import { door, routes } from '../../http/door.ts'

export const checkpointRoutes = routes()
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const SHOWN = 31

door(checkpointRoutes, 'GET /public/checkpoint', async ({ c, db, query }) => {
  const note = query.day === undefined ? (await newestCheckpoints(db, 1))[0]?.note : await checkpointOf(db, query.day)
  if (!note) throw new Refusal('not_found')
  return c.body(note, 200, TEXT)
})
door(checkpointRoutes, 'GET /public/record', async ({ c, db, env }) => {
  const [notes, signer] = await Promise.all([newestCheckpoints(db, SHOWN), signerOf(env)])
  const page = checkpointPage({ notes, verifiers: await verifierTexts(signer), place: env.APP_ORIGIN })
  return c.body(page, 200, TEXT)
})
door(checkpointRoutes, 'POST /admin/audit/checkpoint', async ({ db, env, body }) =>
  holdAgainst(readOf(db), body.note, (await signerOf(env)).verifiers),
)
/** As many as one call of the proof of the record reads. */
const ENTRIES_A_DAY = 50_000
const WITHOUT = {
  not_found: 'not_found',
  open: 'inclusion_none',
  old: 'inclusion_none',
  changed: 'inclusion_none',
  large: 'inclusion_large',
} as const
door(checkpointRoutes, 'GET /admin/audit/inclusion', async ({ c, db, query }) => {
  const proof = await proveInclusion(readOf(db), query, ENTRIES_A_DAY)
  if (typeof proof === 'string') throw new Refusal(WITHOUT[proof])
  c.header('content-disposition', `attachment; filename="bukti-${query.table}-${query.id}.json"`)
  return c.json(proof)
})
