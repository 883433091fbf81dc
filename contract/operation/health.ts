// What the service says of its own state: to anyone who asks whether it can serve, and in figures to who has the health key.
import { z } from 'zod'

/**
 * configuration: variables, secrets and the keys that the database was written with. database: D1 answers. queues: nothing waits in them
 * for long. cron: its last round that ended well is not long ago. runners: one has room for another account. sessions: most accounts that their
 * owners expect to be up are.
 */
export const HEALTH_PARTS = ['configuration', 'database', 'queues', 'cron', 'runners', 'sessions'] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]
/** no_answer: it failed, or did not answer in time. */
const partState = z.enum(['ready', 'not_ready', 'no_answer'])
export type PartState = z.infer<typeof partState>

export const readiness = z.object({
  ready: z.boolean(),
  /** The release that answers; the page shows the same to everybody. */
  version: z.string(),
  parts: z.record(z.enum(HEALTH_PARTS), partState),
})
export type Readiness = z.infer<typeof readiness>

/** Epoch ms. */
const at = z.number()
const queueFigures = z.object({
  messages: z.number(),
  /** When its oldest message was sent; null: it is empty. */
  oldest: at.nullable(),
})
const runnerFigures = z.object({
  name: z.string(),
  accounts: z.number(),
  capacity: z.number(),
  draining: z.boolean(),
  hasRoom: z.boolean(),
  connectedAt: at,
})
/** null in place of a part: it failed, or did not answer in time. */
export const deepHealth = readiness.extend({
  /** `NAME: what is wrong`, without any value. */
  problems: z.array(z.string()).nullable(),
  database: z
    .object({
      roundTripMs: z.number(),
      /** Of what the database knows to wait: since when the oldest does; null: nothing waits. */
      waiting: z.object({
        accountsToWake: at.nullable(),
        imports: at.nullable(),
        validatorFiles: at.nullable(),
        pushes: at.nullable(),
        erasures: at.nullable(),
      }),
      /** Ends of the cron's last rounds that ended well, and of the last whole backup; null: none yet. */
      cron: z.object({ minute: at.nullable(), hour: at.nullable(), backup: at.nullable() }),
      /** A backup is being put back since then, and nothing is sent meanwhile; null: none is. */
      restoringSince: at.nullable(),
      /** The last Jakarta day whose record is closed. */
      recordClosedTo: z.string().nullable(),
    })
    .nullable(),
  queues: z.object({ settlements: queueFigures, imports: queueFigures }).nullable(),
  runners: z.array(runnerFigures).nullable(),
  /** wanted: accounts that their owners expect to be up. connected: those that have a session. */
  sessions: z.object({ wanted: z.number(), connected: z.number() }).nullable(),
  /** Rows of the accounts' vaults by key of VAULT_KEYS, as they were last counted (rule vault-keys). */
  vaultKeys: z
    .object({
      /** The key that all runners write with, since when; null: they differ, or none is connected. */
      writing: z.object({ kid: z.string(), since: at }).nullable(),
      /** Linked accounts that have not counted theirs yet. */
      uncounted: z.number(),
      /** free: it can be taken out of the ring. lackedBy: connected runners that do not have it, or have another key under its name. */
      keys: z.array(
        z.object({
          kid: z.string(),
          rows: z.number(),
          accounts: z.number(),
          free: z.boolean(),
          lackedBy: z.array(z.string()).default([]),
        }),
      ),
    })
    .nullable(),
})
export type DeepHealth = z.infer<typeof deepHealth>
