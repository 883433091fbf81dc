// Actions under /admin/whatsapp: link, remove, start, stop, reset, interval, activate. These routes decide who may ask; the
// account's object decides the rest (rules account-identity, account-hold,
// session-vault).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal, tooMany } from '../../../contract/ground/errors.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { nameOf } from '../../../domain/people/users/rules.ts'
import { mustBeActive } from '../../../domain/people/users/stopped.ts'
import { userById } from '../../../domain/people/users/store.ts'
import { linkLimits } from '../../../domain/ground/limits/rules.ts'
import { prepareLink } from '../../../domain/sending/whatsapp/begin-link.ts'
import { changeInterval } from '../../../domain/sending/whatsapp/change-interval.ts'
import { presentLive } from '../../../domain/sending/whatsapp/live-accounts.ts'
import { presentAccount, withSnapshot } from '../../../domain/sending/whatsapp/present.ts'
import { beginReconnect, readGivenUp } from '../../../domain/sending/whatsapp/reconnect-store.ts'
import type { AccountRow } from '../../../domain/sending/whatsapp/store.ts'
import type { AccountSnapshot } from '../../../durable-objects/account-snapshot.ts'
import type { Outcome } from '../../../durable-objects/rpc.ts'
import { accountObject, runnerFleet } from '../../../durable-objects/stubs.ts'
import { isSandbox } from '../../env.ts'
import { door, routes } from '../../http/door.ts'
import { valueOf } from '../../http/errors.ts'
import { livePorts } from '../../ports.ts'
import { reconnectNext } from '../../reconnect.ts'

export const whatsappRoutes = routes()

door(whatsappRoutes, 'POST /admin/whatsapp/new-client', async ({ env, db, who, body, alias, now, audit, acts }) => {
  const cancel = (accountId: string, clientid: string) => accountObject(env, accountId).cancelLink(clientid)
  const target = await prepareLink({ db, now, cancel }, who, { ...body, alias })
  const mode = body.phoneNumber === null ? 'qr' : 'code'
  const { accountId, userId } = target
  const { links: most, ofPlaces: part, ofProxies } = linkLimits(isSandbox(env))
  const attempt = crypto.randomUUID()
  const refused = await runnerFleet(env).takeAttempt({ accountId, userId, most, part, attempt })
  if (refused) throw tooMany(refused.waitS, refused.why)
  const linking = acts(accountId).beginLink({ ...target, mode, phone: body.phoneNumber, ofProxies, attempt })
  const { proxyId } = valueOf(await linking)
  await runBatch(db, audit('whatsapp.link', accountId, undefined, { clientid: target.clientid, mode }))
  return { ...DONE, proxyId, id: accountId, clientid: target.clientid }
})

// For a client id that never became an account this only ends its link in progress.
door(whatsappRoutes, 'POST /admin/whatsapp/remove-client', async ({ db, client, audit, acts }) => {
  const { account, accountId, clientid, userId } = client
  const object = acts(accountId)
  valueOf(account ? await object.remove() : await object.cancelLink(clientid))
  if (account) await runBatch(db, audit('whatsapp.remove', account.id, { user_id: userId }))
  return DONE
})

// The object wrote the row when the link opened; whatever the browser says of the session is ignored.
door(whatsappRoutes, 'POST /admin/whatsapp/save', async ({ env, now, client }) => {
  if (!client.account) throw new Refusal('not_connected')
  return { ...DONE, ...twice('whatsapp', await presentLive(livePorts(env, now), client.account)) }
})

const shown = (account: AccountRow, outcome: Outcome<AccountSnapshot>, now: number) => {
  return { ...DONE, ...twice('whatsapp', withSnapshot(presentAccount(account, now), valueOf(outcome))) }
}

door(whatsappRoutes, 'POST /admin/whatsapp/start-blasting', async ({ db, now, account, audit, acts }) => {
  await mustBeActive(db, account.user_id)
  const answer = shown(account, await acts(account.id).start(), now)
  await runBatch(db, audit('whatsapp.start', account.id))
  return answer
})
door(whatsappRoutes, 'POST /admin/whatsapp/stop-blasting', async ({ db, who, now, account, body, audit, acts }) => {
  // the owner needs no reason for stopping what is theirs
  const why = who.id === account.user_id ? null : (body.reason ?? null)
  const answer = shown(account, await acts(account.id).stop(why), now)
  await runBatch(db, audit('whatsapp.stop', account.id, undefined, why === null ? undefined : { reason: why }))
  return answer
})
door(whatsappRoutes, 'PUT /admin/whatsapp/status', async ({ db, now, account, body, audit, acts }) => {
  if (body.status === 'sending') await mustBeActive(db, account.user_id)
  const object = acts(account.id)
  const answer = shown(account, await (body.status === 'sending' ? object.start() : object.stop()), now)
  await runBatch(db, audit(`whatsapp.${body.status === 'sending' ? 'start' : 'stop'}`, account.id))
  return answer
})
door(whatsappRoutes, 'POST /admin/whatsapp/reset', async ({ db, now, account, audit, acts }) => {
  const before = {
    count_success: account.count_success,
    count_fail: account.count_fail,
    income_sen: account.income_sen,
  }
  const answer = shown(account, await acts(account.id).reset(), now)
  await runBatch(db, audit('whatsapp.reset', account.id, before))
  return answer
})
door(whatsappRoutes, 'POST /admin/whatsapp/activate', async ({ db, now, account, audit, acts }) => {
  const answer = shown(account, await acts(account.id).activate(), now)
  await runBatch(db, audit('whatsapp.activate', account.id, { suspended_count: account.suspended_count }))
  return answer
})

door(whatsappRoutes, 'POST /admin/whatsapp/hold', async ({ db, who, now, account, body, audit, acts }) => {
  const by = nameOf(await userById(db, who.id))
  const held = { of: 'account', reason: body.reason, by, since: new Date(now).toISOString() } as const
  // on record first: a Worker that dies in between must not leave a pause of which nobody knows whose it is
  await runBatch(db, audit('whatsapp.hold', account.id, undefined, { reason: body.reason }))
  return shown(account, await acts(account.id).hold(held), now)
})
door(whatsappRoutes, 'POST /admin/whatsapp/release', async ({ db, now, account, audit, acts }) => {
  await runBatch(db, audit('whatsapp.release', account.id))
  return shown(account, await acts(account.id).hold(null), now)
})

door(whatsappRoutes, 'POST /admin/whatsapp/reconnect-all', async ({ db, env, audit, later }) => {
  const { accounts } = await readGivenUp(db)
  await runBatch(db, [beginReconnect(db), ...audit('whatsapp.reconnect', 'all', undefined, { accounts })])
  later(reconnectNext(env, db))
  return { ...DONE, waiting: accounts }
})

door(whatsappRoutes, 'PUT /admin/whatsapp/nickname', async ({ db, now, account, body, audit, acts }) => {
  const { nickname } = body
  await runBatch(db, audit('whatsapp.rename', account.id, { nickname: account.nickname }, { nickname }))
  return shown(account, await acts(account.id).rename(nickname), now)
})

door(whatsappRoutes, 'PUT /admin/whatsapp/interval', async ({ db, who, account, body, audit }) => {
  const wanted = { min: body.blast_interval_min, max: body.blast_interval_max }
  const { min, max } = await changeInterval(
    db,
    { ownerId: account.user_id, version: body.version, reader: who.role },
    wanted,
    audit('user.update', account.user_id, undefined, withUnversioned(body.version, wanted)),
  )
  return { ...DONE, blast_interval_min: String(min), blast_interval_max: String(max) }
})
