// /dev/monitor: the state of accounts, runners and sockets for devs. Reads only; no secrets and no message texts.
import { Refusal } from '../../../contract/ground/errors.ts'
import {
  localAccount,
  type LocalFleet,
  type OpenSocket,
  REMOTE_ANSWERS,
  type RemoteAccount,
  type RemoteAnswer,
  type RemoteFleet,
  type RemoteRunner,
  type SocketView,
} from '../../../contract/operation/monitor.ts'
import { countRunningOneOffs } from '../../../domain/sending/one-off/store.ts'
import { fleetFigures, whoMayListen } from '../../../domain/operation/monitor/store.ts'
import { oneAccount } from '../../../domain/sending/account-check/check-account.ts'
import type { RunnerView, SocketStatus } from '../../../durable-objects/rpc.ts'
import { accountObject, adminChannel, runnerFleet, userChannel } from '../../../durable-objects/stubs.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'

export const monitorRoutes = routes()
/** A runner that does not answer within this is shown as silent. */
const REPORT_WAIT_MS = 3_000
const CHANNELS_MAX = 100
const iso = (at: number): string => new Date(at).toISOString()

/** By name, number or id; also one that was never linked, by its client id: its object exists without a row. */
const accountOf = async (
  db: WriteContext['db'],
  find: string,
): Promise<{ id: string; clientid: string; userId: string }> => {
  const one = await oneAccount(db, find)
  if (!one) throw new Refusal('not_found')
  return { id: one.id, clientid: one.clientid, userId: one.ownerId }
}

door(monitorRoutes, 'GET /dev/monitor/local', async ({ db, now, query, effects }) => {
  if (!query.id) {
    const [figures, blasterRunning] = await Promise.all([fleetFigures(db), countRunningOneOffs(db)])
    const fleet: LocalFleet = {
      scope: 'fleet',
      now: iso(now),
      ...figures,
      blasterRunning,
    }
    return { data: fleet }
  }
  const { id } = await accountOf(db, query.id)
  const local = await accountObject((await effects()).env, id).monitor()
  if (!local) throw new Refusal('not_found')
  return { data: localAccount.parse({ scope: 'account', ...JSON.parse(local) }) }
})

const runnerOf = (view: RunnerView): RemoteRunner => ({
  runnerId: view.runnerId,
  bootId: view.bootId,
  accounts: view.accounts,
  capacity: view.capacity,
  draining: view.draining,
  seenAt: iso(view.seenAt),
  skewMs: view.skewMs,
  answer: view.answer ? 'answered' : 'no_answer',
  tookMs: view.answer?.tookMs ?? null,
  report: view.answer?.report ?? null,
})
door(monitorRoutes, 'GET /dev/monitor/remote', async ({ db, query, effects }) => {
  if (!query.id) {
    const { env } = await effects()
    const request = { runnerId: null, accountId: null, waitMs: REPORT_WAIT_MS }
    const runners = (await runnerFleet(env).report(request)).map(runnerOf)
    const answer: RemoteAnswer = runners.length === 0 ? 'not_connected' : 'answered'
    const data: RemoteFleet = { scope: 'fleet', answer, msg: REMOTE_ANSWERS[answer], runners }
    return { data }
  }
  const { id, clientid } = await accountOf(db, query.id)
  const { env } = await effects()
  const held = await accountObject(env, id).monitorLease()
  if (!held) throw new Refusal('not_found')
  const { lease } = held
  const request = { runnerId: lease.runnerId, accountId: id, waitMs: REPORT_WAIT_MS }
  const [view] = lease.runnerId === null ? [] : await runnerFleet(env).report(request)
  const answer: RemoteAnswer =
    lease.runnerId === null ? 'no_runner' : !view ? 'not_connected' : view.answer ? 'answered' : 'no_answer'
  const data: RemoteAccount = {
    scope: 'account',
    id,
    clientid,
    answer,
    msg: REMOTE_ANSWERS[answer],
    lease,
    runner: view ? runnerOf(view) : null,
    session: view?.answer?.session ?? null,
  }
  return { data }
})

const openSocket = (s: SocketStatus): OpenSocket => ({
  device: s.device,
  since: iso(s.since),
  lastPing: s.lastPing === null ? null : iso(s.lastPing),
})
door(monitorRoutes, 'GET /dev/monitor/socket', async ({ db, now, query, effects }) => {
  const account = query.id ? await accountOf(db, query.id) : null
  const people = await whoMayListen(db, account?.userId ?? null, CHANNELS_MAX)
  const { env } = await effects()
  const [admins, runners, lease] = await Promise.all([
    adminChannel(env).sockets(),
    runnerFleet(env).runners(),
    account ? accountObject(env, account.id).monitorLease() : null,
  ])
  const channels = await Promise.all(
    people.map(async (person) => {
      const sockets = (await userChannel(env, person.userId).sockets()).map(openSocket)
      return { ...person, count: sockets.length, sockets }
    }),
  )
  const data: SocketView = {
    scope: account ? 'account' : 'fleet',
    now: iso(now),
    channels: account ? channels : channels.filter((c) => c.count > 0),
    admins: { count: admins.length, sockets: admins.map(openSocket) },
    control: runners.map((r) => openSocket({ device: r.runnerId, since: r.since, lastPing: r.lastPing })),
    account: lease?.sockets ?? [],
  }
  return { data }
})
