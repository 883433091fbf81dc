// Why a blast waits, and when it goes on by itself.
import type { WaitReason } from '../../../contract/sending/waits.ts'
import { byServer } from '../api/server-clock.ts'
import { blastWaitTexts } from '../../texts/indonesian.ts'
import { formatWhen } from './format.ts'

type LongWait = Exclude<WaitReason, 'interval'>
/** More than the pause between two messages. null: nobody said why, as older objects do. */
export const isLongWait = (reason: WaitReason | null): reason is LongWait => reason !== null && reason !== 'interval'

/** When a wait ends, by the server’s clock. @param until by this device’s, epoch ms, as is `now` */
export const waitEnd = (until: number | null, now: number): string =>
  formatWhen(new Date(byServer(until ?? now)).toISOString(), byServer(now))
/** In words, until a time that is formatted. Partial: a newer server may wait for something that this page does not know. */
export const waitsUntil: Partial<Record<LongWait, (when: string) => string>> = blastWaitTexts
/** Both by this device’s clock, epoch ms. Empty: a newer server waits for a reason that this page does not know (rule newer-words). */
export const waitText = (reason: LongWait, until: number | null, now: number = Date.now()): string =>
  waitsUntil[reason]?.(waitEnd(until, now)) ?? ''
