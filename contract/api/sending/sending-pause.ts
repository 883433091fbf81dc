// The switch that pauses all sending (rule sending-pause). Everybody who is signed in may read it, admins turn it.
import { z } from 'zod'
import { held, pauseBody, placePause } from '../../people/pauses.ts'
import { ADMINS, ALL, call } from '../call.ts'
import { serviceState } from '../../operation/status.ts'
import { both } from '../shapes.ts'
import { done } from '../../ground/done.ts'

export const sendingPauseCalls = {
  /** own: the caller was paused (rule person-status). service: whether a trouble delays what members wait for (rule service-line). */
  'GET /admin/sending-pause': call({
    roles: ALL,
    own: 'none',
    reads: 'replica',
    answer: both('pause', placePause).extend({ own: held.nullable(), service: serviceState }),
  }),
  /** told: sending accounts that confirmed it; missed: those that did not answer, and learn it at their next claim. */
  'PUT /admin/sending-pause': call({
    roles: ADMINS,
    own: 'none',
    body: pauseBody,
    answer: done.extend({ pause: placePause, told: z.number(), missed: z.number() }),
  }),
}
