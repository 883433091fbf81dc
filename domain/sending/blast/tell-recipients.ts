// Who asked for it is told once that there are recipients again (rule recipients-again).
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { fulfil, waitingWishes, wishRef } from '../../people/notices/wish-store.ts'
import { readPause } from '../sending-pause/store.ts'
import { toldOf } from './rules.ts'
import { countClaimable } from './store.ts'

/** @param limit people of this call @returns the refs of their notices */
export const tellRecipients = async (db: Db, now: number, limit: number): Promise<string[]> => {
  const wishes = await waitingWishes(db, limit)
  if (wishes.length === 0) return []
  const [{ paused }, settings, free] = await Promise.all([
    readPause(db),
    readSettings(db),
    countClaimable(db, now, wishes.length),
  ])
  const window = { start: settings.send_window_start, end: settings.send_window_end }
  const told = toldOf(wishes, { paused: paused !== null, window, free }, now)
  if (told.length === 0) return []
  await runBatch(db, fulfil(db, told, now))
  return told.map(wishRef)
}
