// Implements the ports of domain's use cases with this deployment's objects and channels.
import { jakartaDay } from '../contract/ground/time.ts'
import type { Db } from '../domain/ground/db/connection.ts'
import { AUDIT_RETENTION_MS } from '../domain/record/audit/retention-rules.ts'
import { storedHead } from '../domain/record/record/heads.ts'
import { readOf } from '../domain/record/record/store.ts'
import type { RecordPorts } from '../domain/record/record/verify.ts'
import type { ResultPorts } from '../domain/sending/number-checks/export-results.ts'
import type { LiveCheckPorts } from '../domain/sending/number-checks/live-checks.ts'
import type { LivePorts } from '../domain/sending/whatsapp/live-accounts.ts'
import type { PublishPorts } from '../domain/money/withdraw/publish-withdraw.ts'
import { accountObject, adminChannel, userChannel } from '../durable-objects/stubs.ts'
import { type Env, linkRing } from './env.ts'
import { didNotAnswer } from './log.ts'

export const livePorts = (env: Env, now: number): LivePorts => ({
  now,
  snapshotOf: (accountId) => accountObject(env, accountId).snapshot().catch(didNotAnswer(accountId)),
})
export const liveCheckPorts = ({ env, now }: { env: Env; now: number }): LiveCheckPorts => ({
  linkKeys: linkRing(env),
  now,
  stateOf: (accountId, checkId) => accountObject(env, accountId).checkState(checkId).catch(didNotAnswer(accountId)),
})
export const checkResultPorts = (env: Env): ResultPorts => ({
  bucket: env.MEDIA,
  heldBy: (accountId, checkId, from, limit) => accountObject(env, accountId).checkResults(checkId, from, limit),
})
/** The type of an object in the bucket; null: it is not there. */
export const mediaFinder =
  (env: Pick<Env, 'MEDIA'>) =>
  async (key: string): Promise<{ type: string } | null> => {
    const object = await env.MEDIA.head(key)
    return object && { type: object.httpMetadata?.contentType ?? 'application/octet-stream' }
  }
export const channelPorts = (env: Env): Omit<PublishPorts, 'db'> => ({
  toUser: (userId, events) => userChannel(env, userId).publish(events),
  toAdmins: (events) => adminChannel(env).publish(events),
})
/** What a proof of the record reads. */
export const recordPorts = ({ env, db, now }: { env: Pick<Env, 'MEDIA'>; db: Db; now: number }): RecordPorts => ({
  read: readOf(db),
  stored: (day) => storedHead(env.MEDIA, day),
  deletedUntil: jakartaDay(now - AUDIT_RETENTION_MS),
})
