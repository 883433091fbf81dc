// What moved on accounts and jobs whose rows are on no screen.
import type { BrowserEvent, EventKeys } from '../../contract/operation/events.ts'

/** Of `totals`; of any other event nothing. */
export const movedIn = (event: BrowserEvent): Partial<EventKeys<'totals'>> =>
  event.event === 'totals' ? event.payload : {}
