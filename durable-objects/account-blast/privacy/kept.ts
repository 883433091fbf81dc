// What this account keeps of one number, for the person who asks (rule data-request). It only reads; erase.ts takes the same away.
import type { InAccount } from '../../../contract/privacy/data-requests.ts'
import type { PrivacyPort } from './port.ts'
import { storedChecks } from '../tables/check-store.ts'
import { allSince, hasAttempts } from '../tables/attempts-store.ts'
import { askedIn, attemptsTo, checkedIn, isTarget, stopsOf } from '../tables/kept-store.ts'
import { renderContent } from '../tables/contents-store.ts'
import { lidOfNumber } from '../tables/opt-outs-store.ts'
import { lidsOf } from '../tables/people-keys-store.ts'
import { rowsOf } from '../tables/vault-store.ts'

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** An account that was removed and has emptied itself knows of nothing that it had sent by then, epoch ms; null: it has not. */
const emptiedBy = ({ doc, sql }: PrivacyPort): number | null =>
  doc !== null && doc.sequence > 0 && !hasAttempts(sql) ? doc.removedAt : null

/** null: it was never linked. */
export const keptOf = (core: PrivacyPort, number: string): InAccount | null => {
  const { doc, sql } = core
  if (!doc) return null
  const { attempts, cut } = attemptsTo(sql, number)
  const checked = checkedIn(sql, number)
  const query = [doc.check, ...storedChecks(sql)].flatMap((check) => check?.query?.targets ?? [])
  const keys = rowsOf(sql, doc.vaultGeneration, [number, ...lidsOf(sql, [number])]).length
  return {
    name: attempts[0]?.name ?? checked[0]?.name ?? null,
    messages: attempts.map((one) => ({
      date: iso(one.created_at),
      outcome: one.outcome,
      delivered_at: isoOrNull(one.delivered_at),
      read_at: isoOrNull(one.read_at),
      revoked_at: isoOrNull(one.revoked_at),
      text: one.content && renderContent(one.content, { name: one.name, number, fields: one.fields }).text,
      one_off: one.job_id !== null,
      campaign: one.campaign,
      template_id: one.template_id,
    })),
    cut,
    waiting: doc.buffer.some((one) => one.number === number) || isTarget(sql, number),
    stops: stopsOf(sql, number).map(({ via, at }) => ({ via, date: iso(at) })),
    asked: askedIn(sql, number).map(({ asked, at }) => ({ asked, date: iso(at) })),
    lid: lidOfNumber(sql, number) ?? lidsOf(sql, [number])[0] ?? null,
    keys,
    since: isoOrNull(allSince(sql) ?? emptiedBy(core)),
    checks: [
      ...checked.map(({ name, registered }) => ({ name, registered: registered === 1 })),
      ...query.flatMap((target) => (target.number === number ? [{ name: target.name, registered: false }] : [])),
    ],
  }
}
