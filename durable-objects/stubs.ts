// The only place where an object's name is formed, and where it is said where a new one is made: without that it would lie near the first who asks, a
// deploy in another part of the world for instance (rule object-location).
import { ADMIN_CLIENT_ID } from '../contract/ground/channels.ts'
import { LOCATION_HINTS, USUAL_LOCATION } from '../contract/ground/location-hints.ts'
import { COLLECTORS } from './admin-collector/shard-rules.ts'
import type { ObjectsEnv } from './env.ts'

/** It counts at an object's first call alone: one that is there stays where it is. A hint that is not Cloudflare's is told as a problem. */
const made = ({ LOCATION_HINT }: Pick<ObjectsEnv, 'LOCATION_HINT'>): DurableObjectNamespaceGetDurableObjectOptions => ({
  locationHint: LOCATION_HINTS.find((hint) => hint === LOCATION_HINT) ?? USUAL_LOCATION,
})
type Of<Binding extends keyof ObjectsEnv> = Pick<ObjectsEnv, Binding | 'LOCATION_HINT'>

export const accountObject = (env: Of<'ACCOUNT_BLAST'>, accountId: string) =>
  env.ACCOUNT_BLAST.get(env.ACCOUNT_BLAST.idFromName(accountId), made(env))

export const userChannel = (env: Of<'USER_CHANNEL'>, userId: string) =>
  env.USER_CHANNEL.get(env.USER_CHANNEL.idFromName(`user:${userId}`), made(env))

/** The channel that admins and devs share. */
export const adminChannel = (env: Of<'ADMIN_CHANNEL'>) =>
  env.ADMIN_CHANNEL.get(env.ADMIN_CHANNEL.idFromName(ADMIN_CLIENT_ID), made(env))

/** @param shard 0 to COLLECTORS - 1; `shardOf` knows an account's */
export const adminCollector = (env: Of<'ADMIN_COLLECTOR'>, shard: number) =>
  env.ADMIN_COLLECTOR.get(env.ADMIN_COLLECTOR.idFromName(`collector-${shard}`), made(env))

/** Collectors in turn, for work that any of them may do. */
export const someCollector = (env: Of<'ADMIN_COLLECTOR'>, turn: number) => adminCollector(env, turn % COLLECTORS)

/** @param name `runner-1` …; the runner in it has the same name */
export const runnerContainer = (env: Of<'RUNNER_CONTAINER'>, name: string) => {
  if (!env.RUNNER_CONTAINER) throw new RangeError('the deployment has no containers')
  return env.RUNNER_CONTAINER.get(env.RUNNER_CONTAINER.idFromName(name), made(env))
}

export const runnerFleet = (env: Of<'RUNNER_FLEET'>) =>
  env.RUNNER_FLEET.get(env.RUNNER_FLEET.idFromName('fleet'), made(env))
