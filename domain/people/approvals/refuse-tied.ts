// Nobody is the second person to somebody whom one admin could act as, too (rule two-sign-ins).
import { Refusal } from '../../../contract/ground/errors.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'

/** @throws Refusal approval_tied, which says until when. */
export const refuseTied = ({ tied_until: until }: { tied_until: number | null }): void => {
  if (until !== null) throw new Refusal('approval_tied', { text: caseTexts.approvalTied(until) })
}
