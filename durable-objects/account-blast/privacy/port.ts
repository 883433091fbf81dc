// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { PrivacyPart } from '../document/document.ts'
import type { SettlePort } from '../settle/port.ts'
import type { SessionPort } from '../session/port.ts'
import type { OptOutsPort } from '../opt-outs/port.ts'
import type { NumberCheckPort } from '../number-check/port.ts'

export type PrivacyPort = Port<
  PrivacyPart,
  | 'droppedDuringClaim'
  | 'hashKeys'
  | 'logError'
  | 'now'
  | 'saveThenCall'
  | 'setTimer'
  | 'setTimerNoLater'
  | 'sql'
  | 'timerDue'
  | 'wipe'
> &
  Calls<CorePort & SettlePort & SessionPort & OptOutsPort & NumberCheckPort>
