// What this room touches of its account.
import type { Calls, Port } from '../core/port.ts'
import type { OneOffPort } from '../one-off/port.ts'

export type SourcePort = Port<object, 'sql' | 'now'> & Calls<OneOffPort>
