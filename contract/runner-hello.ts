// What runner and Worker must agree on before an account is given to a runner.
import { z } from 'zod'

/**
 * The version of a runner's two sockets (runner.ts). It goes up with a change that an older side would misread, never with a field that has a
 * default. 1 is said by nobody: it is what a `hello` without a number means.
 */
export const PROTOCOL = 2
/**
 * Runners from here on are let in. While a deploy rolls, runners of the version before are at work beside the new Worker: this
 * goes up one deploy after PROTOCOL at the earliest, or a deploy would end them all at once.
 */
export const OLDEST_PROTOCOL = 1
/** live: messages reach people. sandbox: they reach the local WhatsApp. */
export const runnerMode = z.enum(['live', 'sandbox'])
export type Mode = z.infer<typeof runnerMode>
/** From SIGTERM until the process is killed: what Cloudflare allows a container, and what other hosts are told to. */
export const STOP_MS = 15 * 60_000
