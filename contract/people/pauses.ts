// What keeps an account from sending although it is connected: an admin paused it, its person, or the whole place (rules
// account-hold, person-status, sending-pause).
import { z } from 'zod'
import { readVersion } from '../ground/versions.ts'
import { writtenReason } from './reasons.ts'

/** of account: this account alone. of person: all accounts of its owner. of place: nobody sends. */
export const held = z.object({
  of: z.enum(['account', 'person', 'place']),
  reason: z.string(),
  /** Name of the admin who did it. */
  by: z.string(),
  /** ISO time. */
  since: z.string(),
})
export type Held = z.infer<typeof held>

/** The place's switch. version grows with every change; an object takes only a newer one. */
export const placePause = z.object({ version: z.number().int(), paused: held.nullable() })
export type PlacePause = z.infer<typeof placePause>
/** Before anybody has touched the switch. */
export const NEVER_PAUSED: PlacePause = { version: 0, paused: null }

/** Whether a person was stopped: `paused` also holds for a closed one. version as for the place's switch. */
export type PersonStop = PlacePause & { closed: boolean }
export const NEVER_STOPPED: PersonStop = { ...NEVER_PAUSED, closed: false }

export const pauseBody = z.discriminatedUnion('paused', [
  z.object({ paused: z.literal(true), reason: writtenReason, ...readVersion.shape }),
  z.object({ paused: z.literal(false), ...readVersion.shape }),
])
export const holdBody = z.object({ id: z.string().min(1).max(80), reason: writtenReason })
