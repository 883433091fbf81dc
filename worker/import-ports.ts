// What an import needs of this deployment, by its kind.
import type { ImportKind } from '../contract/recipients/imports.ts'
import type { Db } from '../domain/ground/db/connection.ts'
import type { StepPorts } from '../domain/sending/importing/plan-step.ts'
import { completeHashRing, ringForStops } from '../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../durable-objects/stubs.ts'
import { journalStops } from './backup.ts'
import { type Env, isSandbox } from './env.ts'
import { errorFields, log } from './log.ts'
import { mediaFinder } from './ports.ts'

export const importPorts = async (env: Env, db: Db, kind: ImportKind): Promise<Omit<StepPorts, 'now'>> => ({
  db,
  hashKeys: await (kind === 'suppression' ? ringForStops : completeHashRing)(env),
  findMedia: mediaFinder(env),
  privateProxies: isSandbox(env),
  dropNumber: (accountId, number) => accountObject(env, accountId).drop(number),
  dropFailed: (error) => log.error('an account has not let go of a number of an imported list', errorFields(error)),
  journal: journalStops(env),
})
