// Where the money of a question goes, in words.
import type { ApprovalItem } from '../../../../contract/people/approvals.ts'
import { approvalTexts as texts } from '../../../texts/indonesian.ts'

export const accountText = ({
  bank,
  number,
  name,
}: Pick<NonNullable<ApprovalItem['account']>, 'bank' | 'number' | 'name'>) =>
  number === '' ? texts.noTransfer : texts.transfer(bank, number, name)
