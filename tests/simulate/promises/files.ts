// What is in R2 when everything rests: the journal has every stop, and no result of a number check is lost on its way there (rules
// journal, number-checks).
import type { Bucket } from '../platform/bucket.ts'
import type { SimAccountOf } from '../world.ts'
import { isRegistered } from '../whatsapp-parts.ts'
import type { Known } from './known.ts'

type Event = { hash: string; event: string; at: number }

export class Files {
  readonly #known: Known
  /** When the journal was found begun; what came before it is in every backup. */
  #journaledFrom = Number.POSITIVE_INFINITY

  constructor(known: Known) {
    this.#known = known
  }
  #texts(name: 'MEDIA' | 'BACKUPS', prefix: string): [key: string, text: string][] {
    const bucket = this.#known.world.platform.env[name] as Bucket | undefined
    return bucket?.texts(prefix) ?? []
  }
  /** Every few seconds. */
  look(): void {
    const { world } = this.#known
    if (Number.isFinite(this.#journaledFrom)) return
    if (this.#texts('BACKUPS', 'state/mark.json').length > 0) this.#journaledFrom = world.now
  }
  /** Stops that the journal does not have. */
  missing(): Event[] {
    const { world } = this.#known
    const said = this.#texts('BACKUPS', 'journal/stops/').flatMap(([, text]) => JSON.parse(text) as Event[])
    const known = new Set(said.map(({ event, hash }) => `${event} ${hash}`))
    const sql = `select hash, event, at from consent_history where event in ('opt_out', 'erased') and at > ?`
    const events = Number.isFinite(this.#journaledFrom) ? world.database.sql<Event>(sql, this.#journaledFrom) : []
    return events.filter(({ event, hash }) => !known.has(`${event} ${hash}`))
  }
  /** Each position of a check is in the bucket or, until it is, in the object of its sender. */
  checkResults(jobId: string, sender: SimAccountOf, cursor: number): void {
    const { world } = this.#known
    const inBucket = this.#texts('MEDIA', `checks/${jobId}/out-`).flatMap(([, text]) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as [number, string, string, number]),
    )
    const held = world.rows(sender.id, 'select seq, number, registered from check_results where job_id = ?', jobId)
    const of = new Map([
      ...held.map((row) => [Number(row.seq), [String(row.number), Number(row.registered)]] as const),
      ...inBucket.map(([seq, number, , registered]) => [seq, [number, registered]] as const),
    ])
    for (let seq = 0; seq < cursor; seq++) {
      const [number = '', registered] = of.get(seq) ?? []
      if (registered !== Number(isRegistered(number)) || number === '')
        this.#known.fail('number-checks', `result ${seq} of a check is ${JSON.stringify(of.get(seq) ?? 'nowhere')}`)
    }
  }
}
