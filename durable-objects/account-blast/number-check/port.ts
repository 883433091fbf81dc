// What this room touches of its account.
import type { Calls, Port } from '../core/port.ts'
import type { NumberCheckPart } from '../document/document.ts'
import type { SessionPort } from '../session/port.ts'
import type { OutcomePort } from '../outcome/port.ts'

export type NumberCheckPort = Port<
  NumberCheckPart,
  | 'checkPart'
  | 'clearTimer'
  | 'command'
  | 'emitFor'
  | 'emitState'
  | 'logError'
  | 'now'
  | 'placeMs'
  | 'random'
  | 'saveThenCall'
  | 'setTimer'
  | 'setTimerNoLater'
  | 'socket'
  | 'sql'
  | 'timing'
  | 'wake'
> &
  Calls<SessionPort & OutcomePort>
