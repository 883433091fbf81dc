// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { RunPart } from '../document/document.ts'
import type { SettlePort } from '../settle/port.ts'
import type { SourcePort } from '../source/port.ts'
import type { ClaimPort } from '../claim/port.ts'
import type { SendPort } from '../send/port.ts'
import type { OutcomePort } from '../outcome/port.ts'

export type RunPort = Port<
  RunPart,
  | 'clearTimer'
  | 'command'
  | 'emit'
  | 'messages'
  | 'now'
  | 'placeMs'
  | 'random'
  | 'rules'
  | 'setTimer'
  | 'socket'
  | 'sql'
  | 'timerDue'
  | 'touchRow'
  | 'trace'
> &
  Calls<CorePort & SettlePort & SourcePort & ClaimPort & SendPort & OutcomePort>
