// What the rooms of an account's object are handed of its core. A room names in its port what it uses itself, and the rooms that it calls: the
// compiler keeps it from the rest.
import type { AccountDocument, CorePart } from '../document/document.ts'
import type { Core } from './core.ts'

/** The document as a room has it: it assigns to its own part and reads the rest. */
type Seen<Part> = Readonly<AccountDocument> & Part
/** @typeParam Part `object`: it owns no field */
export type Port<Part, Member extends Exclude<keyof Core, 'doc' | 'account'>> = Pick<Core, Member> & {
  /** null: nobody ever linked this account, or it is lost. */
  readonly doc: Seen<Part> | null
  readonly account: Seen<Part>
}
/** What a room must have to call this one. Its document stays its own. */
export type Calls<Other> = Omit<Other, 'doc' | 'account'>

/** This room's: its rules over holds, notices and erased people. */
export type CorePort = Port<CorePart, 'emit' | 'hashKeys' | 'now' | 'timerDue' | 'touchRow' | 'wake'>
