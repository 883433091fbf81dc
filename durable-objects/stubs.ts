// The only place where an object's name is formed.
import { ADMIN_CLIENT_ID } from '../contract/channels.ts'
import { COLLECTORS } from './admin-collector/shard-rules.ts'
import type { ObjectsEnv } from './env.ts'

export const accountObject = (env: Pick<ObjectsEnv, 'ACCOUNT_BLAST'>, accountId: string) =>
  env.ACCOUNT_BLAST.get(env.ACCOUNT_BLAST.idFromName(accountId))

export const userChannel = (env: Pick<ObjectsEnv, 'USER_CHANNEL'>, userId: string) =>
  env.USER_CHANNEL.get(env.USER_CHANNEL.idFromName(`user:${userId}`))

/** The channel that admins and devs share. */
export const adminChannel = (env: Pick<ObjectsEnv, 'ADMIN_CHANNEL'>) =>
  env.ADMIN_CHANNEL.get(env.ADMIN_CHANNEL.idFromName(ADMIN_CLIENT_ID))

/** @param shard 0 to COLLECTORS - 1; `shardOf` knows an account's */
export const adminCollector = (env: Pick<ObjectsEnv, 'ADMIN_COLLECTOR'>, shard: number) =>
  env.ADMIN_COLLECTOR.get(env.ADMIN_COLLECTOR.idFromName(`collector-${shard}`))

/** Collectors in turn, for work that any of them may do. */
export const someCollector = (env: Pick<ObjectsEnv, 'ADMIN_COLLECTOR'>, turn: number) =>
  adminCollector(env, turn % COLLECTORS)

/** @param name `runner-1` …; the runner in it has the same name */
export const runnerContainer = (env: Pick<ObjectsEnv, 'RUNNER_CONTAINER'>, name: string) => {
  if (!env.RUNNER_CONTAINER) throw new RangeError('the deployment has no containers')
  return env.RUNNER_CONTAINER.get(env.RUNNER_CONTAINER.idFromName(name))
}

export const runnerFleet = (env: Pick<ObjectsEnv, 'RUNNER_FLEET'>) =>
  env.RUNNER_FLEET.get(env.RUNNER_FLEET.idFromName('fleet'))
