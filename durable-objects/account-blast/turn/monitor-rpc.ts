// What a dev's monitor may see of an account's object: its state, never keys, proxy credentials or message texts.
import { senToRupiah } from '../../../contract/ground/money.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { maskProxy } from '../../../contract/sending/proxies.ts'
import type { MonitorLease, MonitorLocal } from '../../rpc.ts'
import type { TurnPort } from './port.ts'
import type { SocketTag } from '../core/socket-tag.ts'
import { type AttemptView, lastAttempts, outcomeCounts, vaultCounts } from '../tables/monitor-store.ts'
import { runningOneOff } from '../one-off/one-off.ts'
import { targetsLeft } from '../tables/one-off-store.ts'
import { unconfirmed } from '../tables/batches-store.ts'
import { isBusy, shownState } from '../document/rules.ts'
import { openOptOuts } from '../tables/opt-outs-store.ts'
import type { Check } from '../document/document.ts'

const LAST_ATTEMPTS = 100
const BUFFER_SHOWN = 50
const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
const inSeconds = (at: number, now: number): number => Math.ceil((at - now) / 1000)

const attemptView = (a: AttemptView): MonitorLocal['attempts']['last'][number] => ({
  attemptId: a.attempt_id,
  messageId: a.message_id,
  number: a.number,
  template_id: a.template_id,
  jobId: a.job_id,
  outcome: a.outcome,
  error: a.error,
  epoch: a.epoch,
  date: iso(a.created_at),
  resolvedAt: isoOrNull(a.resolved_at),
  deliveredAt: isoOrNull(a.delivered_at),
  readAt: isoOrNull(a.read_at),
  revokedAt: isoOrNull(a.revoked_at),
})
const checkView = (check: Check): Record<string, unknown> => ({
  ...check,
  query: check.query && { ...check.query, targets: check.query.targets.map((t) => t.number) },
})
/** Without its text. Who started it is in the audit log. */
const oneOffView = (core: TurnPort): Record<string, unknown> | null => {
  const oneOff = runningOneOff(core)
  if (!oneOff) return null
  const { message: _message, button: _button, media: _media, deed: _deed, ...shown } = oneOff
  return { ...shown, targetsLeft: targetsLeft(core.sql, oneOff.id) }
}
const rulesView = (core: TurnPort): MonitorLocal['rules'] => {
  const c = core.rules
  return (
    c && {
      askedAt: iso(c.at),
      price: senToRupiah(c.priceSen),
      intervalMin: c.interval.min,
      intervalMax: c.interval.max,
      windowStart: c.window.start,
      windowEnd: c.window.end,
      dailyCap: c.dailyCap,
      cooldownHours: c.cooldownMs / HOUR_MS,
      templates: c.templates.map((t) => ({ id: t.id, count_use: t.countUse + (core.account.templateUses[t.id] ?? 0) })),
    }
  )
}

export const monitorLocal = (core: TurnPort): MonitorLocal | null => {
  const { doc, sql } = core
  if (!doc) return null
  const now = core.now()
  // these parts have keys of their own in the answer
  const {
    proxy,
    check,
    timers: _timers,
    guards: _guards,
    templateUses: _uses,
    wait,
    buffer,
    outbox,
    accountId,
    clientid,
    userId,
    purpose,
    ...rest
  } = doc
  const numbers = buffer.map((n) => n.number)
  const batches = unconfirmed(sql)
  return {
    id: accountId,
    clientid,
    user_id: userId,
    purpose,
    state: shownState(doc, now),
    status: isBusy(doc) ? 'sending' : 'idle',
    now: iso(now),
    document: { ...rest, proxy: proxy && { id: proxy.id, value: maskProxy(proxy.value) } },
    timers: core.timers().map((t) => ({ name: t.name, due: iso(t.due), inSeconds: inSeconds(t.due, now) })),
    buffer: { count: numbers.length, numbers: numbers.slice(0, BUFFER_SHOWN) },
    wait: wait && { reason: wait.reason, until: iso(wait.until), inSeconds: inSeconds(wait.until, now) },
    rules: rulesView(core),
    attempts: { counts: outcomeCounts(sql), last: lastAttempts(sql, LAST_ATTEMPTS).map(attemptView) },
    outbox: {
      waiting: outbox.length,
      oldest: isoOrNull(outbox[0]?.at ?? null),
      unconfirmed: batches.count,
      nextResend: isoOrNull(batches.nextAt),
    },
    check: check && checkView(check),
    job: oneOffView(core),
    vault: vaultCounts(sql),
    optOutsUnderWay: openOptOuts(sql).length,
    runnerSocket: core.socket() !== null,
  }
}

export const monitorLease = (core: TurnPort): MonitorLease | null => {
  const { doc } = core
  if (!doc) return null
  const mine = core.socket()
  const sockets = core.sockets.getWebSockets().map((ws) => {
    const tag = ws.deserializeAttachment() as SocketTag
    const lastPing = core.sockets.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? null
    return { ws, tag, lastPing }
  })
  const held = sockets.find((s) => s.ws === mine)
  const renewed = held ? Math.max(held.lastPing ?? 0, held.tag.dialledAt) : null
  const limit = core.timing.leaseMs + core.timing.leaseSkewMs
  return {
    lease: {
      epoch: doc.epoch,
      runnerId: doc.runner?.id ?? null,
      bootId: doc.runner?.bootId ?? null,
      connection: doc.connection,
      dialledAt: isoOrNull(held?.tag.dialledAt ?? null),
      renewedAt: isoOrNull(renewed),
      runsOutIn: renewed === null ? null : inSeconds(renewed + limit, core.now()),
    },
    sockets: sockets.map(({ ws, tag, lastPing }) => ({
      device: tag.runnerId,
      since: iso(tag.dialledAt),
      lastPing: isoOrNull(lastPing),
      epoch: tag.epoch,
      current: ws === mine,
    })),
  }
}
