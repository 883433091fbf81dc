// What differs on purpose from the release before (before.json), and why both live with it while they are out together. `npm run release` empties
// it, since what is kept then is this release.

/** Calls that objects of the release before do not have: who makes them, and what happens when one is refused. */
export const NEW_CALLS: Readonly<Record<string, string>> = {
  'AccountBlastRpc.reconnect':
    'made for an admin who asks all accounts; one that refuses stays as it is, and is asked at the next press',
  'UserChannelRpc.selfCheck': 'made by a deploy alone, which looks again until the object answers',
}
/** Calls whose parameters or answer are others now. */
export const CHANGED_CALLS: Readonly<Record<string, string>> = {
  'RunnerFleetRpc.place':
    'a fleet says that a key is missing only to who said which it needs, and an account of before says none',
  'RunnerFleetRpc.vaultKeys':
    'what is new is optional: a fleet of before ignores it, and a Worker of before does not send it',
}
/** Kinds that a reader of before does not know, by shape. It must leave them out and lose nothing else (decision record 0074). */
export const NEW_KINDS: Readonly<Record<string, readonly string[]>> = {}
