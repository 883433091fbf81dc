// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { OutcomePart } from '../document/document.ts'
import type { SettlePort } from '../settle/port.ts'
import type { SourcePort } from '../source/port.ts'
import type { ClaimPort } from '../claim/port.ts'
import type { SendPort } from '../send/port.ts'
import type { SessionPort } from '../session/port.ts'
import type { OptOutsPort } from '../opt-outs/port.ts'

export type OutcomePort = Port<
  OutcomePart,
  | 'clearTimer'
  | 'emit'
  | 'hashKeys'
  | 'logError'
  | 'now'
  | 'random'
  | 'rules'
  | 'saveThenCall'
  | 'setTimer'
  | 'sql'
  | 'timing'
  | 'touchRow'
  | 'trace'
  | 'wake'
> &
  Calls<CorePort & SettlePort & SourcePort & ClaimPort & SendPort & SessionPort & OptOutsPort>
