// The differences between generators and validators; everything else of these screens is shared.
import type { CheckKind } from '../../../../contract/sending/number-checks.ts'
import { checkTexts, generatorTexts, validatorTexts } from '../../../texts/indonesian.ts'

export const TEXTS = {
  generator: { ...checkTexts, ...generatorTexts },
  validator: { ...checkTexts, ...validatorTexts },
} as const satisfies Record<CheckKind, object>
/** The subject of each list in the query cache. */
export const LISTS = { generator: 'generators', validator: 'validators' } as const satisfies Record<CheckKind, string>
/** The page that links an account for these checks, or links it again. */
export const linkAddress = (kind: CheckKind, accountId: string | null): string =>
  accountId === null
    ? `/whatsapp/create?type=${kind}`
    : `/whatsapp/create?r=${encodeURIComponent(accountId)}&type=${kind}`
