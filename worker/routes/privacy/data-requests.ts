// /admin/data-request: what is kept about one number, for the person who asked (rule data-request).
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { showNumber } from '../../../domain/privacy/data-requests/show-number.ts'
import { wasRecorded } from '../../../domain/privacy/data-requests/store.ts'
import { hashesOfNumber } from '../../../domain/recipients/suppressions/hash.ts'
import { ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { door, routes } from '../../http/door.ts'

export const dataRequestRoutes = routes()

/** A step begins no further file after this. */
const FILES_MS = 10_000

door(dataRequestRoutes, 'POST /admin/data-request', async ({ db, env, who, body, now, audit, security }) => {
  const { number, reference, after } = body
  // the hash is written down, and its key counts as used from here on
  const hashes = hashesOfNumber(await ringForStops(env), number)
  const [hash] = hashes
  // on record before anything is read
  if (after === undefined || !(await wasRecorded(db, { by: who.id, hash, now })))
    await runBatch(db, [...audit('consent.show', hash, undefined, { reference }), ...security('data_shown', who.id)])
  const ports = {
    db,
    bucket: env.MEDIA,
    askAccount: (accountId: string, asked: string) => accountObject(env, accountId).keptOf(asked),
    clock: () => Date.now(),
    until: now + FILES_MS,
  }
  return showNumber(ports, { number, hashes, after })
})
