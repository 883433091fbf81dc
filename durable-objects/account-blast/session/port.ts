// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { SessionPart } from '../document/document.ts'
import type { SettlePort } from '../settle/port.ts'
import type { SendPort } from '../send/port.ts'

export type SessionPort = Port<
  SessionPart,
  | 'become'
  | 'clearTimer'
  | 'command'
  | 'droppedDuringClaim'
  | 'emit'
  | 'emitState'
  | 'logError'
  | 'newVersion'
  | 'now'
  | 'random'
  | 'rules'
  | 'saveThenCall'
  | 'setTimer'
  | 'setTimerNoLater'
  | 'socket'
  | 'sockets'
  | 'sql'
  | 'timerDue'
  | 'timing'
  | 'wake'
> &
  Calls<CorePort & SettlePort & SendPort>
