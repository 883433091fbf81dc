// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'

export type OneOffPort = Port<object, 'emitFor' | 'now' | 'saveThenCall' | 'setTimer' | 'setTimerNoLater' | 'sql'> &
  Calls<CorePort>
