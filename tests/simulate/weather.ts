// Faults of the platform that a history switches on and off. With all of them off nothing fails, and only the duration of
// each way varies.
import type { CrashPoint, D1Fate, Faults } from './platform/faults.ts'
import type { Random } from './platform/random.ts'

/** One crash: at the `after`-th point of this kind that an owner of this name reaches; `comes` is called then, which may be long after. */
export type PlannedCrash = { who: string; point: CrashPoint; after: number; keep: number; comes: () => void }

export class Weather {
  /** The virtual clock, once it exists. */
  now: () => number = () => 0
  /** Counts every fault that was caused. */
  injected = 0
  /** D1 fails until then, with one of these fates: all requests, or those whose SQL matches. */
  d1: { until: number; share: number; fates: readonly D1Fate[]; about: string | null } | null = null
  /** Until then the alarms of objects whose names begin so ring up to so much late. */
  alarms: { until: number; who: string; byMs: number } | null = null
  /** Sends to queues fail until then. */
  /** Called each time when an answer of D1 begins to be slow. */
  onSlow: () => void = () => {}
  queueUntil = 0
  queueCopies = 0
  /** Until then nobody reaches the Worker, or no runner whose process has this name. */
  unreachable: { until: number; from: string } | null = null
  /** R2 fails until then, or each of its answers takes this long. */
  bucket: { until: number; slowMs: number } = { until: 0, slowMs: 0 }
  /** Milliseconds by which a write is confirmed late; 0: at once. */
  commitMs = 0
  #crashes: PlannedCrash[] = []
  /** What was planned before and comes now comes too late. */
  #isOver = false

  crash(planned: PlannedCrash): void {
    if (this.#isOver) return
    this.#crashes.push(planned)
  }
  clear(): void {
    this.#isOver = true
    this.d1 = null
    this.alarms = null
    this.queueUntil = 0
    this.queueCopies = 0
    this.bucket = { until: 0, slowMs: 0 }
    this.unreachable = null
    this.#crashes = []
  }
  faults(random: Random): Partial<Faults> {
    return {
      latencyMs: (route) => {
        if (route === 'commit') return this.commitMs === 0 ? 0 : random.between(0.5, this.commitMs)
        if (route === 'bucket' && this.bucket.slowMs > 0 && this.now() < this.bucket.until) {
          this.injected += 1
          return random.between(0, this.bucket.slowMs)
        }
        return route === 'alarm' ? random.between(0, 20) : random.between(0.3, 12)
      },
      alarmLateMs: (who) => this.#alarmLateMs(random, who),
      crash: (point, who) => this.#crashesAt(point, who),
      d1: (sql) => this.#d1Fate(random, sql),
      queueSend: () => this.#fateOf(this.queueUntil, random),
      queueCopies: () => (this.queueCopies > 0 && random.chance(0.5) ? this.queueCopies : 0),
      bucket: () => (this.bucket.slowMs > 0 ? 'ok' : this.#fateOf(this.bucket.until, random)),
      dial: (from) => {
        const { unreachable } = this
        if (!unreachable || this.now() >= unreachable.until || !from.startsWith(unreachable.from)) return 'ok'
        this.injected += 1
        return random.chance(0.5) ? 'refused' : 'silent'
      },
    }
  }
  #alarmLateMs(random: Random, who: string): number {
    const { alarms } = this
    if (!alarms || this.now() >= alarms.until || !who.startsWith(alarms.who)) return 0
    this.injected += 1
    return random.between(0, alarms.byMs)
  }
  #crashesAt(point: CrashPoint, who: string): { keep: number } | null {
    for (const [i, planned] of this.#crashes.entries()) {
      if (planned.point !== point || !who.startsWith(planned.who)) continue
      planned.after -= 1
      if (planned.after > 0) continue
      this.#crashes.splice(i, 1)
      this.injected += 1
      planned.comes()
      return { keep: planned.keep }
    }
    return null
  }
  #d1Fate(random: Random, sql: string): D1Fate {
    const { d1 } = this
    if (!d1) return 'ok'
    if (this.now() >= d1.until) {
      this.d1 = null
      return 'ok'
    }
    if ((d1.about !== null && !sql.includes(d1.about)) || !random.chance(d1.share)) return 'ok'
    this.injected += 1
    const fate = random.pick(d1.fates)
    if (typeof fate === 'object' && 'slow' in fate) this.onSlow()
    return fate
  }
  #fateOf(until: number, random: Random): 'ok' | 'refused' | 'answer-lost' {
    if (this.now() >= until) return 'ok'
    this.injected += 1
    return random.chance(0.6) ? 'refused' : 'answer-lost'
  }
}
