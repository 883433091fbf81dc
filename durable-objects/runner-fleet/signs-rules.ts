// What a runner says of itself with its hello, and of its load, its clock and troubles with its heartbeats, in the fleet's own time (rule
// troubles). Pure.
import type { ControlUp } from '../../contract/operation/runner.ts'
import type { ObjectsOfRelease } from '../../contract/operation/runner-hello.ts'
import { type Runner, skewsAfter, strainedBeats } from './rules.ts'

type Hello = Extract<ControlUp, { kind: 'hello' }>
type Heartbeat = Extract<ControlUp, { kind: 'heartbeat' }>
/** What is stored beside a socket may not be large, and more releases than these are not out at once. */
const RELEASES_MAX = 4
const VERSION_CHARS = 40
/** Those of most accounts. */
const releasesOf = (objects: readonly ObjectsOfRelease[]): ObjectsOfRelease[] =>
  objects
    .toSorted((a, b) => b.accounts - a.accounts)
    .slice(0, RELEASES_MAX)
    .map(({ version, accounts }) => ({ version: version.slice(0, VERSION_CHARS), accounts }))
export const signsOf = (beat: Heartbeat, now: number): Pick<Runner, 'versionRefused' | 'unreadableAt' | 'objects'> => ({
  ...(beat.versionRefused && {
    versionRefused: { at: now - beat.versionRefused.agoMs, version: beat.versionRefused.version },
  }),
  ...(beat.unreadableAgoMs !== undefined && { unreadableAt: now - beat.unreadableAgoMs }),
  ...(beat.objects && { objects: releasesOf(beat.objects) }),
})

export const helloOf = (runner: Runner, { capacity, accounts, version, vaultKeys, at }: Hello): Partial<Runner> => ({
  capacity,
  accounts: accounts.length,
  version,
  vaultKeys,
  ...skewsAfter(runner, at, runner.seenAt),
})
export const loadOf = (runner: Runner, beat: Heartbeat): Partial<Runner> => {
  const { accounts, rssMb, lagMs, memoryMb, heapMb, sessions, sends } = beat
  const load = { rssMb, lagMs, memoryMb, heapMb, sessions, sends }
  return { accounts, strainedBeats: strainedBeats(runner, beat), load, ...skewsAfter(runner, beat.at, runner.seenAt) }
}
