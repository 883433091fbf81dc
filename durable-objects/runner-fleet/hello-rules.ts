// Which runners are let in (rule runner-mode). Pure.
import { CLOSE } from '../../contract/operation/runner.ts'
import { type Mode, OLDEST_PROTOCOL } from '../../contract/operation/runner-hello.ts'

type Hello = { protocol: number; version: string; mode: Mode | null }
/** The close of a control socket: a code of CLOSE, and at most 123 bytes that the runner's last line shows. */
export type HelloRefusal = { code: number; reason: string }

/**
 * null: it is let in. A sandbox runner at a live Worker would tell real accounts that their messages went out; a live one at a
 * sandbox Worker would send demo data to people. One that does not say its mode is of the version before, which was never
 * checked: it is let in, or a rolling deploy would lose every runner that it has not replaced yet.
 */
export const refusalOf = ({ protocol, version, mode }: Hello, workerMode: Mode): HelloRefusal | null => {
  if (protocol < OLDEST_PROTOCOL) {
    const reason = `protocol ${protocol} of version ${version.slice(0, 40)} is too old, the Worker takes ${OLDEST_PROTOCOL} or newer`
    return { code: CLOSE.tooOld, reason }
  }
  if (mode !== null && mode !== workerMode)
    return { code: CLOSE.wrongMode, reason: `this runner is ${mode}, the Worker is ${workerMode}` }
  return null
}
