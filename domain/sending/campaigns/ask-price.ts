// A campaign's price that needs a second person: whether it does, the question, and what is written once they agree (rules campaign-price,
// second-person, usual-price).
import type { Rupiah } from '../../../contract/ground/money.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import { showRupiah } from '../../../contract/ground/value-texts.ts'
import type { AuditAction } from '../../../contract/record/audit.ts'
import { CAMPAIGN_PRICE_WAITS, type CampaignRow, campaignPriceText } from '../../../contract/sending/campaigns.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import type { Payload } from '../../people/approvals/payload.ts'
import { mostApproved, type NewApproval } from '../../people/approvals/store.ts'
import { mustBeTypedTwice } from '../../people/approvals/typed-twice.ts'
import { campaignLimits, isSteep } from '../../people/approvals/usual-rules.ts'
import { readLadder } from '../../people/approvals/usual-store.ts'
import { refused } from './plan-campaign.ts'
import { setPrice } from './price-store.ts'

type Asked = { db: Db; now: number; settings: Pick<Settings, 'second_person_fee_above'> }
/** most: with what was agreed to of this campaign, which no other one may pay. @param campaign null: a new one */
const limitsOf = async (
  { db, now, settings }: Asked,
  campaign: Pick<CampaignRow, 'id' | 'created_at'> | null,
): Promise<{ usual: Rupiah; most: Rupiah }> => {
  const [ladder, agreed] = await Promise.all([
    readLadder(db, now),
    campaign === null ? 0 : mostApproved(db, 'price', String(campaign.id), Date.parse(campaign.created_at)),
  ])
  const { usual, most } = campaignLimits(ladder, settings.second_person_fee_above)
  return { usual, most: Math.max(most, agreed) }
}
/** Of one that is about to send. @throws Refusal invalid_input */
export const mustBeAgreed = async (asked: Asked, campaign: CampaignRow): Promise<void> => {
  if (campaign.price_asked !== null) throw refused('price', CAMPAIGN_PRICE_WAITS)
  if (campaign.price === null) return
  const { most } = await limitsOf(asked, campaign)
  if (campaign.price > most) throw refused('price', campaignPriceText(showRupiah(most)))
}

type Wanted = { id: number; name: string; price: Rupiah | null; again: number | undefined; by: string }
/**
 * The question, where the price needs one; null: it may be saved.
 * @param before null: a new campaign
 * @throws Refusal amount_again
 */
export const priceQuestion = async (
  asked: Asked,
  { id, name, price, again, by }: Wanted,
  before: CampaignRow | null,
): Promise<NewApproval | null> => {
  if (price === null) return null
  const { usual, most } = await limitsOf(asked, before)
  if (price <= most) return null
  const steep = isSteep(price, usual)
  if (steep) mustBeTypedTwice({ field: 'price', amount: price, again, usual })
  const payload: Payload['price'] = {
    campaign: { name, before: before?.price ?? null, ...(steep ? { usual } : {}) },
  }
  const about = { kind: 'price' as const, subject: String(id), beneficiary_id: null, amount: price }
  return { id: crypto.randomUUID(), ...about, payload, by, now: asked.now }
}
/** For the batch of the approval; it fails (price_moved) where the campaign is not any more what the second person was shown. */
export const agreedPrice = (
  db: Db,
  { subject, amount }: { subject: string; amount: Rupiah },
  before: Rupiah | null,
  audit: (action: AuditAction, target: string, before: unknown, after: unknown) => Statement[],
): Statement[] => [
  ...setPrice(db, Number(subject), { before, price: amount }),
  ...audit('campaign.update', subject, { price: before }, { price: amount }),
]
