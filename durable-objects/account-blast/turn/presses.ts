// One press, one act, where the act is this object's (rule one-press).
import type { RefusalCode } from '../../../contract/ground/errors.ts'
import { KEPT_BY } from '../../retention-rules.ts'
import type { Outcome } from '../../rpc.ts'
import type { TurnPort } from './port.ts'
import { dropPress, setPress, takePress } from '../tables/presses-store.ts'

const REFUSED = { taken: 'press_running', begun: 'press_running', burnt: 'press_burnt' } as const satisfies Record<
  string,
  RefusalCode
>
const isRefused = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false

export class Presses {
  readonly #core: TurnPort
  readonly #running = new Set<string>()
  constructor(core: TurnPort) {
    this.#core = core
  }
  /** Does the work unless its press came before, or was burnt. One that refuses, or fails before it changed anything, may come again. */
  async once<T>(id: string, work: () => Promise<T>): Promise<Outcome<T>> {
    const core = this.#core
    const kept = takePress(core.sql, id, core.now(), core.doc ? 'taken' : 'begun')
    if (kept) return { ok: false, refusal: REFUSED[kept] }
    const before = JSON.stringify(core.doc)
    this.#running.add(id)
    try {
      const value = await work()
      if (isRefused(value)) dropPress(core.sql, id)
      else setPress(core.sql, id, 'taken')
      return { ok: true, value }
    } catch (error) {
      if (JSON.stringify(core.doc) === before) dropPress(core.sql, id)
      throw error
    } finally {
      this.#running.delete(id)
    }
  }
  /** Of one that is not known here: it is refused from here on. */
  async ask(id: string): Promise<'done' | 'running' | 'burnt'> {
    const core = this.#core
    if (this.#running.has(id)) return 'running'
    const kept = takePress(core.sql, id, core.now(), 'burnt')
    // the object died under it; where there is no account still, nothing of it happened
    if (kept === 'begun') setPress(core.sql, id, core.doc ? 'taken' : 'burnt')
    // nothing else wakes an object that nobody has linked
    if (!core.doc) await core.setAlarm(core.now() + KEPT_BY.AccountBlast.presses.afterMs)
    return kept === 'taken' || (kept === 'begun' && core.doc) ? 'done' : 'burnt'
  }
}
