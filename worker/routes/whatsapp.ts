// /admin/whatsapp, doing: link, remove, start, stop, reset, interval, activate. The account's object decides; here only
// who may ask (rules account-identity, session-vault).
import { seesAll } from '../../contract/access.ts'
import { Refusal } from '../../contract/errors.ts'
import {
  blastBody,
  idBody,
  intervalBody,
  newClientBody,
  removeClientBody,
  saveBody,
  statusBody,
} from '../../contract/whatsapp.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { prepareLink } from '../../domain/whatsapp/begin-link.ts'
import { changeInterval } from '../../domain/whatsapp/change-interval.ts'
import { presentAccount, withSnapshot } from '../../domain/whatsapp/present.ts'
import { type AccountRow, accountByHandle, aliasOf } from '../../domain/whatsapp/store.ts'
import type { AccountSnapshot, Outcome } from '../../durable-objects/rpc.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { door, routes } from '../http/door.ts'
import { valueOf } from '../http/errors.ts'
import { presentLive } from '../http/live-accounts.ts'

export const whatsappRoutes = routes()

door(
  whatsappRoutes,
  'POST /admin/whatsapp/new-client',
  { body: newClientBody, often: 'link' },
  async ({ env, db, who, body, now, audit }) => {
    const cancel = (accountId: string, clientid: string) => accountObject(env, accountId).cancelLink(clientid)
    const target = await prepareLink({ db, now, cancel }, who, body)
    const mode = body.phoneNumber === null ? 'qr' : 'code'
    const linking = accountObject(env, target.accountId).beginLink({ ...target, mode, phone: body.phoneNumber })
    const { proxyId } = valueOf(await linking)
    await runBatch(db, audit('whatsapp.link', target.accountId, undefined, { clientid: target.clientid, mode }))
    return { success: true, proxyId, id: target.accountId, clientid: target.clientid }
  },
)

// A client id that never got to be an account only ends its attempt.
door(
  whatsappRoutes,
  'POST /admin/whatsapp/remove-client',
  { body: removeClientBody },
  async ({ env, db, who, body, audit }) => {
    const account = await accountByHandle(db, body.deviceId)
    const alias = account ? null : await aliasOf(db, body.deviceId)
    const owner = account?.user_id ?? alias?.userId
    if (!owner) throw new Refusal('not_found')
    if (owner !== who.id && !seesAll(who.role)) throw new Refusal('forbidden')
    const object = accountObject(env, account?.id ?? alias?.accountId ?? '')
    valueOf(account ? await object.remove() : await object.cancelLink(body.deviceId))
    if (account) await runBatch(db, audit('whatsapp.remove', account.id, { user_id: owner }))
    return { success: true }
  },
)

// The object wrote the row when the link opened; whatever the browser says of the session is ignored (rule session-vault).
door(whatsappRoutes, 'POST /admin/whatsapp/save', { body: saveBody }, async ({ env, db, who, body }) => {
  const account = await accountByHandle(db, body.clientid)
  if (!account) throw new Refusal((await aliasOf(db, body.clientid)) ? 'not_connected' : 'not_found')
  if (account.user_id !== who.id && !seesAll(who.role)) throw new Refusal('forbidden')
  const whatsapp = await presentLive(env, account)
  return { success: true, whatsapp, data: whatsapp }
})

const shown = (account: AccountRow, outcome: Outcome<AccountSnapshot>) => {
  const whatsapp = withSnapshot(presentAccount(account), valueOf(outcome))
  return { success: true, whatsapp, data: whatsapp }
}

door(
  whatsappRoutes,
  'POST /admin/whatsapp/start-blasting',
  { body: blastBody, often: 'start' },
  async ({ env, db, account, audit }) => {
    const answer = shown(account, await accountObject(env, account.id).start())
    await runBatch(db, audit('whatsapp.start', account.id))
    return answer
  },
)
door(whatsappRoutes, 'POST /admin/whatsapp/stop-blasting', { body: blastBody }, async ({ env, db, account, audit }) => {
  const answer = shown(account, await accountObject(env, account.id).stop())
  await runBatch(db, audit('whatsapp.stop', account.id))
  return answer
})
door(
  whatsappRoutes,
  'PUT /admin/whatsapp/status',
  { body: statusBody, often: 'start' },
  async ({ env, db, account, body, audit }) => {
    const object = accountObject(env, account.id)
    const answer = shown(account, await (body.status === 'sending' ? object.start() : object.stop()))
    await runBatch(db, audit(`whatsapp.${body.status === 'sending' ? 'start' : 'stop'}`, account.id))
    return answer
  },
)
door(whatsappRoutes, 'POST /admin/whatsapp/reset', { body: idBody }, async ({ env, db, account, audit }) => {
  const before = {
    count_success: account.count_success,
    count_fail: account.count_fail,
    income_sen: account.income_sen,
  }
  const answer = shown(account, await accountObject(env, account.id).reset())
  await runBatch(db, audit('whatsapp.reset', account.id, before))
  return answer
})
door(whatsappRoutes, 'POST /admin/whatsapp/activate', { body: idBody }, async ({ env, db, account, audit }) => {
  const answer = shown(account, await accountObject(env, account.id).activate())
  await runBatch(db, audit('whatsapp.activate', account.id, { suspended_count: account.suspended_count }))
  return answer
})

door(whatsappRoutes, 'PUT /admin/whatsapp/interval', { body: intervalBody }, async ({ db, account, body, audit }) => {
  const wanted = { min: body.blast_interval_min, max: body.blast_interval_max }
  const { min, max } = await changeInterval(
    db,
    account.user_id,
    wanted,
    audit('user.update', account.user_id, undefined, wanted),
  )
  return { success: true, blast_interval_min: String(min), blast_interval_max: String(max) }
})
