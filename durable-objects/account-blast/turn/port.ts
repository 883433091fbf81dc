// What this room touches of its account.
import type { Calls, CorePort, Port } from '../core/port.ts'
import type { TurnPart } from '../document/document.ts'
import type { SettlePort } from '../settle/port.ts'
import type { OneOffPort } from '../one-off/port.ts'
import type { SessionPort } from '../session/port.ts'
import type { OptOutsPort } from '../opt-outs/port.ts'
import type { OutcomePort } from '../outcome/port.ts'
import type { RunPort } from '../run/port.ts'
import type { NumberCheckPort } from '../number-check/port.ts'
import type { PrivacyPort } from '../privacy/port.ts'

export type TurnPort = Port<
  TurnPart,
  | 'ackDue'
  | 'admins'
  | 'command'
  | 'droppedDuringClaim'
  | 'dueTimers'
  | 'emit'
  | 'emitState'
  | 'guardTimer'
  | 'isGuard'
  | 'logError'
  | 'now'
  | 'rowIsOld'
  | 'rules'
  | 'save'
  | 'sender'
  | 'setAlarm'
  | 'setTimer'
  | 'setTimerNoLater'
  | 'socket'
  | 'sockets'
  | 'sql'
  | 'timerDue'
  | 'timers'
  | 'timing'
  | 'touchRow'
  | 'wake'
  | 'workWanted'
  | 'working'
> &
  Calls<
    CorePort &
      SettlePort &
      OneOffPort &
      SessionPort &
      OptOutsPort &
      OutcomePort &
      RunPort &
      NumberCheckPort &
      PrivacyPort
  >
