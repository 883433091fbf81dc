// Nobody is the second person to somebody whom one admin could act as, too (rule two-sign-ins), nor to somebody who was stopped since (rule
// asker-stopped).
import { Refusal } from '../../../contract/ground/errors.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'

/** @throws Refusal approval_tied, which says until when. */
export const refuseTied = ({ tied_until: until }: { tied_until: number | null }): void => {
  if (until !== null) throw new Refusal('approval_tied', { text: caseTexts.approvalTied(until) })
}
/** @throws Refusal asker_stopped. Their question may be refused. */
export const refuseStoppedAsker = ({ asker_works: works }: { asker_works: 0 | 1 }): void => {
  if (works === 0) throw new Refusal('asker_stopped')
}
