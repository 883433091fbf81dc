// The standing blast: it claims from the pool that all accounts share, and sends the templates in turn, at their price. It ends when nothing
// is left to claim, and the account's own counters tell what came of it.
import { priceOfAttempt } from '../../../domain/people/levels/price-rules.ts'
import type { ClaimedNumber } from '../../../domain/sending/blast/store.ts'
import type { StoredRules } from '../tables/rules-store.ts'
import type { SourcePort } from './port.ts'
import { pickTemplate } from './pick-template-rules.ts'
import type { Message, Source } from './source.ts'

const nothing = (): void => undefined

const message = (core: SourcePort, rules: StoredRules, { off = [] }: ClaimedNumber): Message | null => {
  const theirs = rules.templates.filter(({ topic }) => !topic || !off.includes(topic))
  const template = pickTemplate(theirs, core.account.templateUses)
  return template && { template, templateId: template.id, priceSen: priceOfAttempt(rules.priceSen, false) }
}

export const standingBlast = (core: SourcePort): Source => ({
  id: null,
  earns: true,
  isSpread: true,
  asks: (want, count) => ({ want, count, notSince: null, among: null }),
  ownNumbers: () => [],
  // the list may have more: only a claim that brings nobody at all says that it is empty
  skip: (refused) => refused.length,
  answered: (claim) => claim,
  messages: (rules) => rules.templates.length,
  message: (rules, target) => message(core, rules, target),
  endsBefore: () => null,
  waits: nothing,
  sent: nothing,
  tookBack: nothing,
  resolved: nothing,
  ended: nothing,
})
