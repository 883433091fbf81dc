// What differs on purpose from the release before (before.json), and why both live with it while they are out together. `npm run release` empties
// it, since what is kept then is this release.

/** Calls that objects of the release before do not have: who makes them, and what happens when one is refused. */
export const NEW_CALLS: Readonly<Record<string, string>> = {
  'AccountBlastRpc.oneOffPeople':
    'the Worker asks it when somebody opens who got a one-off blast; an object of before refuses it, they read that the server is busy, and its next start knows it',
}
/** Calls whose parameters or answer are others now. */
export const CHANGED_CALLS: Readonly<Record<string, string>> = {}
/** Kinds that a reader of before does not know, by shape. It must leave them out and lose nothing else (decision record 0074). */
export const NEW_KINDS: Readonly<Record<string, readonly string[]>> = {}
/** Words that a reader of before does not know, by shape, in places where what it does not know is left unsaid (rule newer-words). */
export const NEW_WORDS: Readonly<Record<string, readonly string[]>> = {}
