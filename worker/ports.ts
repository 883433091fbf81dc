// What use cases reach outside the database, bound to this deployment: the accounts' objects and the channels.
import type { LiveCheckPorts } from '../domain/number-checks/live-checks.ts'
import type { LivePorts } from '../domain/whatsapp/live-accounts.ts'
import type { PublishPorts } from '../domain/withdraw/publish-withdraw.ts'
import { accountObject, adminChannel, userChannel } from '../durable-objects/stubs.ts'
import { type Env, linkRing } from './env.ts'
import { didNotAnswer } from './http/log.ts'

export const livePorts = (env: Env): LivePorts => ({
  snapshotOf: (accountId) => accountObject(env, accountId).snapshot().catch(didNotAnswer),
})
export const liveCheckPorts = ({ env, now }: { env: Env; now: number }): LiveCheckPorts => ({
  linkKeys: linkRing(env),
  now,
  stateOf: (accountId, checkId) => accountObject(env, accountId).checkState(checkId).catch(didNotAnswer),
})
export const channelPorts = (env: Env): Omit<PublishPorts, 'db'> => ({
  toUser: (userId, events) => userChannel(env, userId).publish(events),
  toAdmins: (events) => adminChannel(env).publish(events),
})
