// A blast that says nothing although nothing of it moves: when that is told, and until when (rule no-answer). Pure.
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { WaitReason } from '../document/document.ts'

const QUIET_MS = MINUTE_MS

/** shown: the wait as it is told. lookAt: nothing is told before (epoch ms). null: there is nothing to tell. */
export type Quiet = { shown: { reason: WaitReason; until: number } } | { lookAt: number } | null

/**
 * @param since the first message that was not answered, or since when the connection is missed
 * @param until when the work goes on by itself (epoch ms); null: an event ends it, and it is told again after a minute
 */
export const quietOf = (since: number | undefined, reason: WaitReason, until: number | null, now: number): Quiet => {
  if (since === undefined) return null
  if (now - since < QUIET_MS) return { lookAt: since + QUIET_MS }
  return { shown: { reason, until: until ?? now + QUIET_MS } }
}

type Answer = { outcome: string; reason: string | null }
/** WhatsApp was heard, or the pause that follows is told. A message that met no open connection says nothing of either. */
export const endsQuiet = ({ outcome, reason }: Answer, verdict: 'nothing' | 'take-back' | 'outcome'): boolean =>
  verdict !== 'nothing' && !(outcome === 'failed' && reason === 'offline')
