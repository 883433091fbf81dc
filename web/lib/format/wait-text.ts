// Why a blast waits, and when it goes on by itself.
import type { WaitReason } from '../../../contract/waits.ts'
import { byServer } from '../api/server-clock.ts'
import { whatsappTexts } from '../../texts/indonesian.ts'
import { formatWhen } from './format.ts'

type LongWait = Exclude<WaitReason, 'interval'>
/** More than the pause between two messages. null: nobody said why, as older objects do. */
export const isLongWait = (reason: WaitReason | null): reason is LongWait => reason !== null && reason !== 'interval'

/** @param until by this device’s clock, epoch ms, as is `now`; told by the server’s */
export const waitText = (reason: LongWait, until: number | null, now: number = Date.now()): string =>
  whatsappTexts.waitsUntil[reason](formatWhen(new Date(byServer(until ?? now)).toISOString(), byServer(now)))
