// POST /auth/press: what became of one's own press (rule one-press).
import { PRESS_RUNS_MS, type PressAnswer } from '../../../contract/ground/presses.ts'
import { hashOfKey, openAnswer } from '../../../domain/ground/presses/seal.ts'
import { burnKnown, burnUnknown, PARTLY } from '../../../domain/ground/presses/store.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { door, routes } from '../../http/door.ts'
import { pressId } from '../../http/press.ts'

export const pressRoutes = routes()
const BURNT: PressAnswer = { state: 'burnt', status: null, answer: null }

door(pressRoutes, 'POST /auth/press', async ({ env, db, who, body: { key }, now }): Promise<PressAnswer> => {
  const whose = { userId: who.id, key: await hashOfKey(key) }
  const row = await burnUnknown(db, whose, now)
  if (row.fingerprint === null) return BURNT
  if (row.status === PARTLY)
    return { state: now - row.at > PRESS_RUNS_MS ? 'partly' : 'running', status: null, answer: null }
  if (row.status !== null) {
    const answer: unknown = row.answer && JSON.parse(await openAnswer({ key, request: row.request }, row.answer))
    return { state: 'done', status: row.status, answer }
  }
  // its row came with the effect; the answer is on its way, or was lost
  if (row.account_id === null) return { state: 'done', status: null, answer: null }
  const state = await accountObject(env, row.account_id).askPress(pressId(whose))
  if (state === 'burnt') await burnKnown(db, whose)
  return { state, status: null, answer: null }
})
