// Which signals what is known of a member gives, and what they add up to (rules fraud-signals, fraud-counting). Pure.
import { HOLDING_SIGNALS, SIGNAL_POINTS, type SignalKind } from '../../../contract/money/fraud.ts'

/** The last days that are looked at. */
export const FRAUD_DAYS = 30
export const DELIVERY_DAYS = 14

/** Fewer messages between two members come about by chance: a recipient may be anybody's. */
export const LEAST_EDGE = 5
/** Of a member's successes, what members of one circle get: chance stays far below it. */
const RING_SHARE = 0.02
const LEAST_DELETIONS = 3
const DELETED_SHARE = 0.02
const LEAST_PAID = 50
/** Phones are off and people switch receipts of reading off, never those of delivery: most messages have one after days. */
const DELIVERED_SHARE = 0.3
/** A network of more people is a carrier's, a school's or a shop's. */
export const NETWORK_PEOPLE = 20

export type Edge = { from: string; to: string; successes: number }
/**
 * Those who get this member's messages and whose messages come back to them, directly or through one other.
 * @param edges of the member, of those whom they wrote to, and of those in turn
 */
export const ringOf = (member: string, edges: readonly Edge[]): string[] => {
  const strong = edges.filter(({ from, to, successes }) => from !== to && successes >= LEAST_EDGE)
  const next = Map.groupBy(strong, ({ from }) => from)
  const reached = (from: string): string[] => (next.get(from) ?? []).map(({ to }) => to)
  const found = new Set<string>()
  for (const second of reached(member)) {
    const back = reached(second)
    if (back.includes(member)) found.add(second)
    for (const third of back)
      if (third !== member && reached(third).includes(member)) {
        found.add(second)
        found.add(third)
      }
  }
  return [...found].toSorted()
}

export type Facts = {
  userId: string
  /** Of the last FRAUD_DAYS days. */
  successes: number
  /** Messages that arrived at accounts of their own. */
  toSelf: number
  ring: readonly string[]
  /** Messages that arrived at members of the ring. */
  toRing: number
  bank: readonly string[]
  device: readonly string[]
  network: readonly string[]
  /** Who referred this member, and whom they referred, of those who share a bank account or device. */
  referredAlike: readonly string[]
  /** The chain of referrers leads back to the member. */
  inReferralCircle: boolean
  /** Messages whose pay was taken back, because they were deleted. */
  deleted: number
  /** Of the last DELIVERY_DAYS days whose receipts are in. */
  paid: number
  delivered: number
}
export type Evidence = { people: readonly string[]; count: number | null; of: number | null }
export type Signal = { kind: SignalKind; points: number; evidence: Evidence }

export const signalsOf = (facts: Facts): Signal[] => {
  const { successes, toRing, deleted, paid, delivered } = facts
  const signal = (kind: SignalKind, holds: boolean, evidence: Partial<Evidence>): Signal[] =>
    holds ? [{ kind, points: SIGNAL_POINTS[kind], evidence: { people: [], count: null, of: null, ...evidence } }] : []
  const shared = (kind: SignalKind, people: readonly string[]) => signal(kind, people.length > 0, { people })
  const { bank, device, network, referredAlike } = facts
  // one finding counts once: who shares a device shares its network too, and a referral of oneself shares all
  const others = (people: readonly string[]) => people.filter((id) => !referredAlike.includes(id))
  return [
    ...signal('own_number', facts.toSelf > 0, { count: facts.toSelf, of: successes }),
    ...signal('ring', facts.ring.length > 0 && toRing >= LEAST_EDGE && toRing >= successes * RING_SHARE, {
      people: facts.ring,
      count: toRing,
      of: successes,
    }),
    ...shared('shared_bank', others(bank)),
    ...shared('shared_device', others(device)),
    ...shared('shared_network', device.length > 0 ? [] : others(network)),
    ...shared('referral_self', referredAlike),
    ...signal('referral_circle', facts.inReferralCircle, {}),
    ...signal('deleted_after_pay', deleted >= LEAST_DELETIONS && deleted >= successes * DELETED_SHARE, {
      count: deleted,
      of: successes,
    }),
    ...signal('never_delivered', paid >= LEAST_PAID && delivered < paid * DELIVERED_SHARE, {
      count: paid - delivered,
      of: paid,
    }),
  ]
}
export const scoreOf = (signals: readonly Signal[]): number => signals.reduce((sum, { points }) => sum + points, 0)
/** A high score alone holds nobody: people who share much are no fraud. */
export const mayHold = (signals: readonly Signal[]): boolean =>
  signals.some(({ kind }) => HOLDING_SIGNALS.includes(kind))
