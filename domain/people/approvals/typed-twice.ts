// An amount that is more than three times the usual is typed twice (rule usual-price).
import { showRupiah } from '../../../contract/ground/value-texts.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'

type Typed = {
  field: 'blast_fee' | 'price' | 'referral_percent'
  amount: number
  again: number | undefined
  usual: number
}
/** @throws Refusal amount_again, unless it came a second time, and the same */
export const mustBeTypedTwice = ({ field, amount, again, usual }: Typed): void => {
  if (again === amount) return
  const show = field === 'referral_percent' ? (percent: number) => `${percent}%` : showRupiah
  throw new Refusal('amount_again', { field, text: caseTexts.amountAgain(show(amount), show(usual)) })
}
