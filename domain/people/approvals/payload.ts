// What a question to a second person will write, and what was there when it was asked (rule approval-as-read).
import type { Rupiah } from '../../../contract/ground/money.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import type { LevelValues, RankedLevel } from '../levels/store.ts'
import type { OwnPrice, UserPatch } from '../users/store.ts'
import type { ApprovalRow } from './store.ts'

/** before: absent in what a version before this one asked. */
export type Payload = {
  bonus: { userId: string; nominal: Rupiah; reason: string }
  price: Pick<UserPatch, 'blast_fee' | 'level_id'> & {
    /** usual: where the price is steep (rule usual-price). */
    before?: OwnPrice & { levelName: string | null; usual?: number }
    /** Of the level that is given. */
    levelName?: string | null
    /**
     * Where it is a campaign's price, which is the question's amount: of this name, with what stands. Of the kind of a person's price, because the
     * release before refuses such a question, and fails at a kind that it does not know.
     */
    campaign?: { name: string; before: Rupiah | null; usual?: Rupiah }
  }
  /** values null: the level is deleted. */
  level: {
    values: LevelValues | null
    isNew: boolean
    before?: LevelValues | null
    /** The lowest level as it was and as the change makes it, in which everybody begins. */
    lowest?: { before: RankedLevel | null; after: RankedLevel | null }
    /** What is usual, where it is steep (rule usual-price). */
    usual?: { fee?: Rupiah; lowest?: Rupiah }
  }
  withdraw: Record<string, never>
  /** proof: its number among the request's. */
  return: { reason: string; proof: number }
  /** hash: of the suppression; whom it names is read where it is kept, so that an erasure reaches it. */
  lift: { reason: string; hash: string }
  setting: Partial<Settings> & { before?: Partial<Settings>; usual?: { price?: Rupiah; referral_percent?: number } }
}
export const payloadOf = <K extends keyof Payload>(row: Pick<ApprovalRow, 'payload'>): Payload[K] =>
  JSON.parse(row.payload) as Payload[K]
