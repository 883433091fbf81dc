// The only place where an object's name is formed.
import { ADMIN_CLIENT_ID } from '../contract/events.ts'
import type { ObjectsEnv } from './env.ts'

export const accountObject = (env: Pick<ObjectsEnv, 'ACCOUNT_BLAST'>, accountId: string) =>
  env.ACCOUNT_BLAST.get(env.ACCOUNT_BLAST.idFromName(accountId))

export const userChannel = (env: Pick<ObjectsEnv, 'USER_CHANNEL'>, userId: string) =>
  env.USER_CHANNEL.get(env.USER_CHANNEL.idFromName(`user:${userId}`))

/** The channel that admins and devs share. */
export const adminChannel = (env: Pick<ObjectsEnv, 'USER_CHANNEL'>) =>
  env.USER_CHANNEL.get(env.USER_CHANNEL.idFromName(ADMIN_CLIENT_ID))

export const runnerFleet = (env: Pick<ObjectsEnv, 'RUNNER_FLEET'>) =>
  env.RUNNER_FLEET.get(env.RUNNER_FLEET.idFromName('fleet'))
