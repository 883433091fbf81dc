// What this room touches of its account.
import type { Calls, Port } from '../core/port.ts'
import type { BackupPart } from '../document/document.ts'
import type { SettlePort } from '../settle/port.ts'
import type { ClaimPort } from '../claim/port.ts'
import type { SessionPort } from '../session/port.ts'
import type { OutcomePort } from '../outcome/port.ts'
import type { PrivacyPort } from '../privacy/port.ts'

export type BackupPort = Port<
  BackupPart,
  'become' | 'hashKeys' | 'now' | 'saveThenCall' | 'setAlarm' | 'sql' | 'timing' | 'touchRow'
> &
  Calls<SettlePort & ClaimPort & SessionPort & OutcomePort & PrivacyPort>
