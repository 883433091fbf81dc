// The lock rules of the backups' bucket, as the account has them and as they should be (rule backup-lock).
import { z } from 'zod'
import { LOCKS } from '../../domain/operation/backup/locks.ts'

const DAY_S = 86_400
const rule = z.object({
  id: z.string(),
  enabled: z.boolean(),
  prefix: z.string().optional(),
  condition: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Age'), maxAgeSeconds: z.number() }),
    z.object({ type: z.literal('Date'), date: z.string() }),
    z.object({ type: z.literal('Indefinite') }),
  ]),
})
export type LockRule = z.infer<typeof rule>
/** @param answer of the API; null: there is no such bucket yet */
export const rulesOf = (answer: unknown): LockRule[] =>
  z
    .object({ rules: z.array(rule).optional() })
    .nullable()
    .parse(answer)?.rules ?? []

const isKept = ({ prefix, days }: (typeof LOCKS)[number], there: readonly LockRule[]): boolean =>
  there.some(
    (one) =>
      one.enabled &&
      one.prefix === prefix &&
      one.condition.type === 'Age' &&
      one.condition.maxAgeSeconds === days * DAY_S,
  )
export const isLocked = (there: readonly LockRule[]): boolean => LOCKS.every((one) => isKept(one, there))
/** The API replaces all rules at once: those of somebody else stay. */
export const withLocks = (there: readonly LockRule[]): LockRule[] => [
  ...there.filter(({ id }) => !LOCKS.some((one) => one.id === id)),
  ...LOCKS.map(
    ({ id, prefix, days }): LockRule => ({
      id,
      enabled: true,
      prefix,
      condition: { type: 'Age', maxAgeSeconds: days * DAY_S },
    }),
  ),
]
