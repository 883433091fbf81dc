// Every key of the cache: its subject first, then what is held of it, then which. A write refreshes by the subject, so no screen
// has to know which others show what it changed. No screen forms a key of its own.
import type { QueryClient } from '@tanstack/react-query'

export type Subject =
  | 'accounts'
  | 'audit'
  | 'one-offs'
  | 'bonuses'
  | 'consents'
  | 'days'
  | 'generators'
  | 'home'
  | 'imports'
  | 'levels'
  | 'monitor'
  | 'phone-numbers'
  | 'proxies'
  | 'public-config'
  | 'referrals'
  | 'settings'
  | 'settled'
  | 'sign-in'
  | 'statements'
  | 'suppressions'
  | 'templates'
  | 'users'
  | 'validators'
  | 'withdraws'

export const keys = {
  /** Pages of its list. Live events are applied to all of them, so nothing but pages may lie here. */
  pages: (of: Subject, ...query: unknown[]) => [of, 'pages', ...query] as const,
  /** One row in full. */
  one: (of: Subject, id: string) => [of, 'one', id] as const,
  /** What an open form was filled from. */
  form: (of: Subject, id = '') => [of, 'form', id] as const,
  /** Rows to choose from, by the picker that asks and what is searched for. */
  choices: (of: Subject, picker: string, search = '') => [of, 'choices', picker, search] as const,
  /** Figures and other things of which there is one, or one a person. */
  sums: (of: Subject, ...whose: unknown[]) => [of, 'sums', ...whose] as const,
}

/** Outlives a sign-out: it is nobody's. */
export const isEverybodys = ({ queryKey: [of] }: { queryKey: readonly unknown[] }): boolean => of === 'public-config'
/** A gap in a channel's events says nothing about these. */
export const isStatic = ({ queryKey: [of] }: { queryKey: readonly unknown[] }): boolean =>
  of === 'public-config' || of === 'sign-in'
const LIVE: readonly unknown[] = ['accounts', 'generators', 'validators', 'one-offs'] satisfies Subject[]
/** Lists whose rows only events keep true. */
export const isLiveList = ({ queryKey: [of, what] }: { queryKey: readonly unknown[] }): boolean =>
  LIVE.includes(of) && what === 'pages'

/**
 * Asks again for all that is shown of the subjects, and marks the rest as old. What a form was filled from stays: it may not change
 * under who fills it, and is fetched with every opening. Resolves when what is shown is fresh.
 */
export const refresh = async (cache: QueryClient, ...subjects: readonly Subject[]): Promise<void> => {
  const asks = subjects.map((of) =>
    cache.invalidateQueries({ queryKey: [of], predicate: ({ queryKey }) => queryKey[1] !== 'form' }),
  )
  await Promise.all(asks)
}
