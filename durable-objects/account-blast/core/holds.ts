// What an admin's pause does to an account: of this account, of its owner, or of the whole place (rules account-hold, person-status,
// sending-pause). A run keeps its place and sends nothing meanwhile; a run that its owner had stopped is not there, so nothing starts it.
import type { Held, PersonStop, PlacePause } from '../../../contract/people/pauses.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { CorePort } from './port.ts'
import { heldOf, isBusy, shownState } from '../document/rules.ts'

/** Not core.emitState, which also writes the row: a pause of the place would make all accounts write theirs at once. */
export const emitHeld = (core: CorePort): void => {
  const doc = core.account
  const now = core.now()
  const until = doc.restrictedUntil
  core.emit('connection.update', {
    state: shownState(doc, now),
    status: isBusy(doc) ? 'sending' : 'idle',
    restricted_until: until !== null && until > now ? new Date(until).toISOString() : null,
    held: heldOf(doc),
  })
}

/** @param held null: nobody pauses this account */
export const setHeld = (core: CorePort, held: Held | null): void => {
  core.account.held = held
}

/**
 * The place's switch or the owner's status, from a claim or told by the Worker: whichever was turned later stands, whatever comes in
 * which order.
 */
export const learnPause = (core: CorePort, pause: PlacePause | PersonStop): void => {
  const doc = core.account
  if ('closed' in pause) {
    // a closed person's account is told until it is removed
    if (pause.version < doc.person.version || (pause.version === doc.person.version && !pause.closed)) return
    doc.person = pause
  } else {
    if (pause.version <= doc.place.version) return
    doc.place = pause
  }
  sometimes('paused while a message is under way', () => pause.paused !== null && core.timerDue('ack') !== null)
  if (doc.run) emitHeld(core)
  core.wake()
}
