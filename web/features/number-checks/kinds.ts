// What generators and validators differ in; all else of these screens is one.
import type { CheckKind } from '../../../contract/number-checks.ts'
import { checkTexts, generatorTexts, validatorTexts } from '../../texts/indonesian.ts'

export const TEXTS = {
  generator: { ...checkTexts, ...generatorTexts },
  validator: { ...checkTexts, ...validatorTexts },
} as const satisfies Record<CheckKind, object>
/** What the cache calls each list. */
export const LISTS = { generator: 'generators', validator: 'validators' } as const satisfies Record<CheckKind, string>
/** Where an account for these checks is linked, or linked again. */
export const linkAddress = (kind: CheckKind, accountId: string | null): string =>
  accountId === null
    ? `/whatsapp/create?type=${kind}`
    : `/whatsapp/create?r=${encodeURIComponent(accountId)}&type=${kind}`
