// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { SettlePart } from '../document/document.ts'

export type SettlePort = Port<
  SettlePart,
  | 'clearTimer'
  | 'logError'
  | 'now'
  | 'publisher'
  | 'random'
  | 'rowChanges'
  | 'rowIsCurrent'
  | 'rules'
  | 'saveThenCall'
  | 'setTimer'
  | 'sql'
  | 'timerDue'
  | 'timing'
  | 'touchRow'
  | 'vaultCount'
  | 'writePoints'
> &
  Calls<CorePort>
