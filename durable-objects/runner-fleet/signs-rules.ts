// What a heartbeat says of the load and of troubles at its runner, in the fleet's own time (rule troubles). Pure.
import type { ControlUp } from '../../contract/runner.ts'
import { type Runner, strainedBeats } from './rules.ts'

type Heartbeat = Extract<ControlUp, { kind: 'heartbeat' }>
export const signsOf = (beat: Heartbeat, now: number): Pick<Runner, 'versionRefused' | 'unreadableAt'> => ({
  ...(beat.versionRefused && {
    versionRefused: { at: now - beat.versionRefused.agoMs, version: beat.versionRefused.version },
  }),
  ...(beat.unreadableAgoMs !== undefined && { unreadableAt: now - beat.unreadableAgoMs }),
})

export const loadOf = (runner: Runner, beat: Heartbeat): Partial<Runner> => {
  const { accounts, rssMb, lagMs, heapMb, sessions, sends } = beat
  return { accounts, strainedBeats: strainedBeats(runner, beat), load: { rssMb, lagMs, heapMb, sessions, sends } }
}
