// What runner and Worker must agree on before an account is given to a runner.
import { z } from 'zod'

/**
 * The version of a runner's two sockets (runner.ts). It goes up with a change that an older side would misread, never with a field that has a
 * default. A `hello` without a number means 1.
 */
export const PROTOCOL = 2
/**
 * Runners of this protocol and newer are let in. During a deploy runners of the version before work with the new Worker, so this
 * goes up one deploy after PROTOCOL at the earliest; raised earlier, it would end all runners at once.
 */
export const OLDEST_PROTOCOL = 1
/** live: messages reach people. sandbox: they reach the local WhatsApp. */
export const runnerMode = z.enum(['live', 'sandbox'])
export type Mode = z.infer<typeof runnerMode>
/** Milliseconds from SIGTERM until the process is killed: Cloudflare allows a container this long, and other hosts must be set to it. */
export const STOP_MS = 15 * 60_000

/** The runner's wall clock when it sent this, epoch ms; nothing depends on it but what is said of it. Absent: an older runner's. */
export const runnerClock = { at: z.number().optional() }
/** How many accounts' objects are of a release. A heartbeat is not refused for a long name. */
export const objectsOfRelease = z.object({ version: z.string(), accounts: z.number() })
export type ObjectsOfRelease = z.infer<typeof objectsOfRelease>
/** Of a heartbeat. The first two say how long ago WhatsApp refused the client version, and a session was unreadable; absent: not since it started. */
export const runnerSigns = {
  versionRefused: z.object({ version: z.string().max(40), agoMs: z.number() }).optional(),
  unreadableAgoMs: z.number().optional(),
  /** The releases of the objects whose accounts it holds, each with its accounts; absent: an older runner's. */
  objects: z.array(objectsOfRelease).optional(),
}
