// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { SettlePort } from '../settle/port.ts'
import type { ClaimPort } from '../claim/port.ts'
import type { SendPort } from '../send/port.ts'
import type { SessionPort } from '../session/port.ts'

export type OptOutsPort = Port<
  object,
  | 'command'
  | 'droppedDuringClaim'
  | 'hashKeys'
  | 'logError'
  | 'now'
  | 'random'
  | 'saveThenCall'
  | 'setTimer'
  | 'socket'
  | 'sql'
  | 'touchRow'
> &
  Calls<CorePort & SettlePort & ClaimPort & SendPort & SessionPort>
