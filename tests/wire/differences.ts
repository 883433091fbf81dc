// What differs on purpose from the release before (before.json), and why both live with it while they are out together. `npm run release` empties
// it, since what is kept then is this release.

/** Calls that objects of the release before do not have: who makes them, and what happens when one is refused. */
export const NEW_CALLS: Readonly<Record<string, string>> = {
  'AccountBlastRpc.dropCampaign':
    'the Worker asks it of whoever holds people of a paused campaign; an object of before refuses it, has claimed nobody for a campaign, and the cron asks again each minute',
  'AdminCollectorRpc.dropCampaign':
    'a collector of before refuses it: its accounts count as missed, and the cron asks again each minute',
}
/** Calls whose parameters or answer are others now. */
export const CHANGED_CALLS: Readonly<Record<string, string>> = {
  'RunnerFleetRpc.endAttempt':
    'a fleet of before leaves the name out and ends whichever link the account has, as it did; to an object of before, which names none, a new one does the same',
  'RunnerFleetRpc.release':
    'a fleet of before ends the account’s link with it, as it did; an object of before does not say endsLink, and a new fleet ends it',
}
/** Kinds that a reader of before does not know, by shape. It must leave them out and lose nothing else (decision record 0074). */
export const NEW_KINDS: Readonly<Record<string, readonly string[]>> = {}
/** Words that a reader of before does not know, by shape, in places where what it does not know is left unsaid (rule newer-words). */
export const NEW_WORDS: Readonly<Record<string, readonly string[]>> = { 'event to a page': ['rest'] }
