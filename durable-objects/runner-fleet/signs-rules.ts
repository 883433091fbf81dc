// What a heartbeat says of troubles at its runner, in the fleet's own time (rule troubles). Pure.
import type { ControlUp } from '../../contract/runner.ts'
import type { Runner } from './rules.ts'

type Heartbeat = Extract<ControlUp, { kind: 'heartbeat' }>
export const signsOf = (beat: Heartbeat, now: number): Pick<Runner, 'versionRefused' | 'unreadableAt'> => ({
  ...(beat.versionRefused && {
    versionRefused: { at: now - beat.versionRefused.agoMs, version: beat.versionRefused.version },
  }),
  ...(beat.unreadableAgoMs !== undefined && { unreadableAt: now - beat.unreadableAgoMs }),
})
