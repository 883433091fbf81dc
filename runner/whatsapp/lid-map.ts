// Which number belongs to which LID, as far as this process has seen it.
import { boundedCache } from '../bounded-cache.ts'
import { ABSENT } from './row-json.ts'

const KNOWN_PEOPLE = 2_000
const REVERSE = '_reverse'

export class LidMap {
  readonly #numbers = boundedCache<string>(KNOWN_PEOPLE)
  readonly #lids = boundedCache<string>(KNOWN_PEOPLE)

  lidOf(number: string): string | null {
    return this.#lids.get(number) ?? null
  }
  numberOf(lid: string): string | null {
    return this.#numbers.get(lid) ?? null
  }
  /** @param json value of the row; only `lid-mapping` rows teach anything */
  learn(type: string, id: string, json: string): void {
    if (type !== 'lid-mapping' || json === ABSENT) return
    const other = JSON.parse(json) as string
    const reverse = id.endsWith(REVERSE)
    const lid = reverse ? id.slice(0, -REVERSE.length) : other
    const number = reverse ? other : id
    this.#numbers.set(lid, number)
    this.#lids.set(number, lid)
  }
}
