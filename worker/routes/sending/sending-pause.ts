// /admin/sending-pause: the switch that pauses all sending (rule sending-pause).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import type { PlacePause } from '../../../contract/people/pauses.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { asRead } from '../../../domain/ground/edits/as-read.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { readPause, refusePauseTurned, turnPause } from '../../../domain/sending/sending-pause/store.ts'
import { readService } from '../../../domain/operation/status/store.ts'
import { readStop } from '../../../domain/people/users/status-store.ts'
import { userById } from '../../../domain/people/users/store.ts'
import { nameOf } from '../../../domain/people/users/rules.ts'
import { door, routes } from '../../http/door.ts'
import { tellPause } from '../../tell-pause.ts'

export const sendingPauseRoutes = routes()

door(sendingPauseRoutes, 'GET /admin/sending-pause', async ({ db, who }) => {
  const [pause, stop, service] = await Promise.all([readPause(db), readStop(db, who.id), readService(db)])
  return { ...twice('pause', pause), own: stop?.paused ?? null, service }
})

door(sendingPauseRoutes, 'PUT /admin/sending-pause', async ({ env, db, who, now, body, audit }) => {
  const by = { id: who.id, name: nameOf(await userById(db, who.id)) }
  const reason = body.paused ? body.reason : null
  const entry = audit(
    body.paused ? 'sending.pause' : 'sending.resume',
    'sending',
    undefined,
    withUnversioned(body.version, { reason }),
  )
  const before = await readPause(db)
  // the switch counts its turns itself, and all releases move that number
  const present = ({ version, paused }: PlacePause) => ({ version: String(version), values: { paused } })
  const edit = {
    version: body.version,
    now: present(before),
    guard: refusePauseTurned(db, before.version),
    again: async () => present(await readPause(db)),
    about: { target: 'sending', actions: ['sending.pause', 'sending.resume'], names: true } as const,
  }
  await asRead(db, edit, (guard) => runBatch(db, [...guard, turnPause(db, by, reason, now), ...entry]))
  // read after the write: what is told is the newest, also when two admins turn it at the same time
  const pause = await readPause(db)
  return { ...DONE, pause, ...(await tellPause(env, db, pause)) }
})
