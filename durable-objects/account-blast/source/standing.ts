// The standing blast: people of campaigns first, with the campaign's templates; then it claims from the pool that all accounts share, and sends
// the templates in turn, at their price. It ends when nothing
// is left to claim, and the account's own counters tell what came of it.
import { priceOfAttempt } from '../../../domain/people/levels/price-rules.ts'
import { variantOf } from '../../../contract/sending/variants.ts'
import type { ClaimedNumber } from '../../../domain/sending/blast/store.ts'
import type { StoredRules } from '../tables/rules-store.ts'
import type { SourcePort } from './port.ts'
import { pickTemplate } from './pick-template-rules.ts'
import type { Message, Source } from './source.ts'

const nothing = (): void => undefined

/** Its hours are over, or it ends, or nothing is known of it any more: whom it brought goes back, unsent (rule campaign-hours). */
export const isOver = ({ byCampaign }: StoredRules, campaign: number, now: number): boolean =>
  now >= (byCampaign?.[campaign]?.until ?? 0)

const message = (core: SourcePort, rules: StoredRules, target: ClaimedNumber): Message | null => {
  const { off = [], campaign } = target
  const mayGet = ({ topic }: { topic?: string | null }): boolean => !topic || !off.includes(topic)
  const priceSen = priceOfAttempt(rules.priceSen, false)
  if (campaign !== undefined) {
    const of = rules.byCampaign?.[campaign]
    if (!of || isOver(rules, campaign, core.now())) return null
    const template = variantOf(of.variants.filter(mayGet), campaign, target.id)
    return template && { template, templateId: template.id, priceSen: Math.max(priceSen, of.priceSen ?? 0) }
  }
  const template = pickTemplate(rules.templates.filter(mayGet), core.account.templateUses)
  return template && { template, templateId: template.id, priceSen }
}

export const standingBlast = (core: SourcePort): Source => ({
  id: null,
  earns: true,
  isSpread: true,
  asks: (want, count, rules) => ({ want, count, notSince: null, among: null, campaigns: rules?.campaigns === true }),
  ownNumbers: () => [],
  // the list may have more: only a claim that brings nobody at all says that it is empty
  skip: (refused) => refused.length,
  answered: (claim) => claim,
  // a campaign brings its own
  messages: (rules) => rules.templates.length + (rules.campaigns === true ? 1 : 0),
  message: (rules, target) => message(core, rules, target),
  endsBefore: () => null,
  waits: nothing,
  sent: nothing,
  tookBack: nothing,
  resolved: nothing,
  ended: nothing,
})
