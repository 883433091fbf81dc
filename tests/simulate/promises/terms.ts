// What a message pays and says is what held when it was decided, or when its account asked last (rules price, template-choice).
import { type Rupiah, rupiahToSen } from '../../../contract/ground/money.ts'
import type { Campaigns } from './campaigns.ts'
import type { Known, Row } from './known.ts'

export class Terms {
  readonly #known: Known
  /** Person → prices in sen that they ever had. */
  readonly #prices = new Map<string, Set<number>>()
  /** Texts that nobody has published yet. */
  readonly #drafts = new Set<string>()

  readonly #campaigns: Campaigns

  constructor(known: Known, campaigns: Campaigns) {
    this.#known = known
    this.#campaigns = campaigns
  }
  /** Before and after each change, because a level may change by itself. */
  look(): void {
    const rows = this.#known.world.database.sql<{ id: string; fee: Rupiah }>(
      `select u.id, coalesce(u.blast_fee, l.blast_fee, (select value from settings where key = 'price')) + 0 as fee
       from users u left join levels l on l.id = u.level_id where u.role = 'member'`,
    )
    for (const { id, fee } of rows) {
      const sen = rupiahToSen(fee)
      const known = this.#prices.get(id)
      if (known) known.add(sen)
      else this.#prices.set(id, new Set([sen]))
    }
  }
  draft(text: string): void {
    this.#drafts.add(text)
  }
  publish(text: string): void {
    this.#drafts.delete(text)
  }
  /** A message has left. */
  check(accountId: string, text: string, attempt: Row): void {
    const draft = [...this.#drafts].find((one) => text.startsWith(one))
    if (draft !== undefined)
      this.#known.fail('template-choice', `${accountId} sends “${draft}”, which nobody has published`)
    const sen = Number(attempt.price_sen)
    const owner = this.#known.world.accounts.find(({ id }) => id === accountId)?.userId ?? ''
    if (attempt.job_id !== null || this.#was(owner, sen, attempt)) return
    this.look()
    if (!this.#was(owner, sen, attempt))
      this.#known.fail('price', `${accountId} sends for ${sen} sen, which never was the price of ${owner}`)
  }
  #was(owner: string, sen: number, { campaign }: Row): boolean {
    const own = [...(this.#prices.get(owner) ?? [])]
    const all = campaign === null ? own : own.flatMap((price) => this.#campaigns.prices(Number(campaign), price))
    return all.includes(sen)
  }
}
