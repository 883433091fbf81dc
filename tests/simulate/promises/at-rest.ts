// Promises checked when everything rests: what was sent, proven, erased, opted out, held, looked up.
import { jakartaDay } from '../../../contract/ground/time.ts'
import type { CheckRow } from '../../../domain/sending/number-checks/store.ts'
import { lidKeys } from '../../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { isRegistered } from '../whatsapp-parts.ts'
import type { Accounts } from './accounts.ts'
import { checkBooks } from './books.ts'
import type { Campaigns } from './campaigns.ts'
import type { Files } from './files.ts'
import { ENDED, type Known, type Row } from './known.ts'

const ACK_WAIT_MS = 60_000

export class AtRest {
  readonly #known: Known
  readonly #accounts: Accounts
  readonly #files: Files
  readonly #campaigns: Campaigns

  constructor(known: Known, of: { accounts: Accounts; files: Files; campaigns: Campaigns }) {
    this.#known = known
    this.#accounts = of.accounts
    this.#files = of.files
    this.#campaigns = of.campaigns
  }

  /** Nothing is under way any more, so what is missing now will never come. */
  isQuiet(): boolean {
    const { world } = this.#known
    if (world.database.sql('select 1 from phone_numbers where in_use = 1 limit 1').length > 0) return false
    if (this.#files.missing().length > 0) return false
    if (world.database.sql(`select 1 from erasures where phase <> 'done' limit 1`).length > 0) return false
    return world.accounts.every(({ id }) => {
      const doc = world.document(id)
      if (!doc) return true
      const atRest =
        !doc.linked || ENDED.includes(doc.base) || doc.suspendReason === 'banned' || doc.connection === 'open'
      const open = world.rows(
        id,
        `select 1 from attempts where outcome in ('pending', 'unknown') union all select 1 from batches union all select 1 from opt_outs where suppressed = 0 limit 1`,
      )
      if (doc.reached) return false
      return atRest && !doc.run && !doc.check && !doc.link && doc.outbox.length === 0 && open.length === 0
    })
  }
  async check(): Promise<void> {
    this.#accounts.check()
    for (const { id } of this.#known.world.blasters) {
      const attempts = this.#known.world.attempts(id)
      this.#checkSends(id, attempts)
    }
    checkBooks(this.#known)
    this.#campaigns.checkAtRest()
    this.#checkLeases()
    const [missing] = this.#files.missing()
    if (missing) this.#known.fail('journal', `the journal does not have ${JSON.stringify(missing)}`)
    this.#checkOptOuts()
    this.#checkErased()
    for (const account of this.#known.world.accounts) await this.#checkOver(account.id)
    for (const id of this.#known.world.checks) this.#checkNumberCheck(id)
    for (const { where, error } of this.#known.world.platform.problems) this.#checkProblem(where, error)
  }
  #checkSends(id: string, attempts: readonly Row[]): void {
    const { mostADay } = this.#known
    const days = Map.groupBy(attempts, (a) => jakartaDay(Number(a.created_at)))
    for (const [day, { length }] of days)
      if (length > mostADay) this.#known.fail('cap', `${id} sent ${length} on ${day} with a cap of ${mostADay}`)
    for (const [i, a] of attempts.entries()) {
      this.#checkOutcome(id, a)
      const next = attempts[i + 1]
      if (next) this.#checkInterval(id, a, next)
    }
  }
  #checkInterval(id: string, a: Row, next: Row): void {
    // a query without an answer has ended when its time to wait was over
    const endedAt = Math.min(Number(a.resolved_at), Number(a.created_at) + ACK_WAIT_MS)
    const gapMs = Number(next.created_at) - endedAt
    if (gapMs < this.#known.leastInterval * 1_000)
      this.#known.fail(
        'interval',
        `${id}: ${gapMs} ms between the end of ${String(a.message_id)} and ${String(next.message_id)}`,
      )
  }
  #checkOutcome(id: string, a: Row): void {
    const messageId = String(a.message_id)
    const { whatsapp, plan } = this.#known.world
    const received = whatsapp.received.some((m) => m.id === messageId && !m.refused)
    const heard = whatsapp.proven.has(messageId) || (whatsapp.heardBy.get(messageId)?.alive ?? false)
    if (heard && a.outcome !== 'success')
      this.#known.fail('proof', `${id}: ${messageId} was proven and is ${String(a.outcome)}`)
    if (a.outcome === 'success' && !received)
      this.#known.fail('proof', `${id}: ${messageId} is a success and never left`)
    if (a.outcome !== 'fail' || a.number === '') return
    const refused = whatsapp.received.some((m) => m.id === messageId && m.refused)
    const silent = Number(a.resolved_at) - Number(a.created_at) >= plan.unknownToFailMs
    if (!refused && !silent && isRegistered(String(a.number)))
      this.#known.fail(
        'refused-is-no-answer',
        `${id}: ${messageId} to ${String(a.number)} is a failure for no reason of its own`,
      )
  }
  #checkLeases(): void {
    const held = this.#known.world.database.sql('select number, in_use_by from phone_numbers where in_use = 1 limit 3')
    if (held.length > 0) this.#known.fail('lease-ends', `numbers are still held: ${JSON.stringify(held)}`)
  }
  #checkOptOuts(): void {
    for (const { number, lid, accountId, byLid } of this.#known.optOuts) {
      if (this.#known.erased.has(number)) continue
      const [row] = this.#known.world.database.sql<{ suppressed: number; lid: string | null }>(
        'select suppressed, lid_hash as lid from phone_numbers where number = ?',
        number,
      )
      if (!row || row.suppressed === 1) continue
      const held = row.lid
      const isOfList =
        held === null || lidKeys(hashRing(this.#known.world.env), lid).some((digits) => digits.startsWith(held))
      // no account has learned yet whose LID this is, or the list was told another one of that number since
      const known = isOfList && this.#known.world.blasters.some((a) => this.#known.hasContact(a.id, number, lid))
      if (!byLid || known || this.#known.hasContact(accountId, number, lid))
        this.#known.fail(
          'opt-out',
          `${number} wrote STOP to ${accountId}, WhatsApp was told that we have it, and it may still be written to`,
        )
    }
  }
  #checkErased(): void {
    if (this.#known.erased.size === 0) return
    const { world } = this.#known
    const tables = world.accounts.flatMap(({ id }) =>
      world.rows(id, `select name from sqlite_master where type = 'table'`).map(({ name }) => ({
        id,
        of: `${String(name)} of ${id}`,
        text: JSON.stringify(world.rows(id, `select * from "${String(name)}"`)),
      })),
    )
    for (const [number, at] of this.#known.erased) {
      // a person who writes to us after their erasure is known again
      if (this.#known.optOuts.some((o) => o.number === number && o.at > at)) continue
      for (const { id, of, text } of tables) {
        if (text.includes(number)) this.#known.fail('erasure', `${number} was erased and is in ${of}`)
        const lids = this.#known.erasedLids.get(number)?.filter((one) => one.accountId === id) ?? []
        const left = lids.find(({ lid }) => new RegExp(`[":]${lid}(?!\\d)`).test(text))
        if (left) this.#known.fail('erasure', `${number} was erased, and its LID ${left.lid} is in ${of}`)
      }
    }
  }
  async #checkOver(id: string): Promise<void> {
    const doc = this.#known.world.document(id)
    if (!doc?.linked) return
    if (doc.run) this.#known.fail('ends', `${id} was stopped long ago and still has a run: ${JSON.stringify(doc.run)}`)
    const shown = await accountObject(this.#known.world.env, id).snapshot()
    const state = shown?.state ?? ''
    if (state === 'reconnecting' && this.#known.isOfAnotherKey(id)) return
    if (!ENDED.includes(state) && !['suspended', 'connected', 'restricted'].includes(state))
      this.#known.fail('comes-back', `${id} is ${state} although nothing has gone wrong for a long time`)
  }
  #checkNumberCheck(jobId: string): void {
    const [sender] = this.#known.world.accounts.filter((a) => a.purpose === 'generator')
    if (!sender) return
    for (const r of this.#known.world.rows(sender.id, 'select * from check_results where job_id = ?', jobId)) {
      if (Boolean(r.registered) !== isRegistered(String(r.number)))
        this.#known.fail('refused-is-no-answer', `the check says ${String(r.registered)} of ${String(r.number)}`)
    }
    const [row] = this.#known.world.database.sql<CheckRow>(
      'select cursor, count_success, count_fail, start_number from number_checks where id = ?',
      jobId,
    )
    if (!row) return
    this.#files.checkResults(jobId, sender, row.cursor)
    const { count_success: success, count_fail: fail, cursor } = row
    if (success + fail !== cursor) this.#known.fail('counters', `a check says ${success} + ${fail} of ${cursor}`)
    const checked = Array.from({ length: cursor }, (_, i) => String(Number(row.start_number) + i))
    const registered = checked.filter((number) => isRegistered(number)).length
    if (registered !== success)
      this.#known.fail('refused-is-no-answer', `a check found ${success} of ${registered} numbers that are on WhatsApp`)
  }
  /** Errors that nobody caught, except those that a death or a refusal explains. */
  #checkProblem(where: string, error: unknown): void {
    const text = String(error)
    const expected = ['Network connection lost', 'code was updated', 'D1 DB is overloaded']
    if (!expected.some((e) => text.includes(e))) this.#known.fail('uncaught', `${where}: ${text}`)
  }
}
