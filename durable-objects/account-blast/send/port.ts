// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { SendPart } from '../document/document.ts'
import type { SourcePort } from '../source/port.ts'

export type SendPort = Port<
  SendPart,
  'command' | 'emit' | 'now' | 'setTimer' | 'setTimerNoLater' | 'socket' | 'sql' | 'timing'
> &
  Calls<CorePort & SourcePort>
