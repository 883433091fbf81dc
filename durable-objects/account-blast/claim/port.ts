// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { ClaimPart } from '../document/document.ts'
import type { SettlePort } from '../settle/port.ts'
import type { SourcePort } from '../source/port.ts'

export type ClaimPort = Port<
  ClaimPart,
  | 'admins'
  | 'strays'
  | 'droppedDuringClaim'
  | 'logError'
  | 'now'
  | 'random'
  | 'rules'
  | 'saveThenCall'
  | 'setTimerNoLater'
  | 'sql'
  | 'wake'
> &
  Calls<CorePort & SettlePort & SourcePort>
