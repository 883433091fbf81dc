// Every key of the query cache: first the subject, then the kind of data, then which. A write refreshes whole subjects, so no screen
// has to know which others show what it changed. Keys are formed here only.
import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import type { InboxKind } from '../../../contract/operation/inbox.ts'

export type Subject =
  | 'accounts'
  | 'approvals'
  | 'audit'
  | 'one-offs'
  | 'bonuses'
  | 'consents'
  | 'days'
  | 'fields'
  | 'fraud'
  | 'generators'
  | 'home'
  | 'imports'
  | 'inbox'
  | 'ledger'
  | 'levels'
  | 'money'
  | 'monitor'
  | 'notes'
  | 'notices'
  | 'payouts'
  | 'phone-numbers'
  | 'proxies'
  | 'public-config'
  | 'rates'
  | 'referrals'
  | 'security-events'
  | 'sending-pause'
  | 'settings'
  | 'settled'
  | 'sign-in'
  | 'sources'
  | 'programmes'
  | 'bulk-acts'
  | 'segments'
  | 'campaigns'
  | 'tags'
  | 'statements'
  | 'status'
  | 'suppressions'
  | 'templates'
  | 'topics'
  | 'users'
  | 'validators'
  | 'withdraws'

export const keys = {
  /** Pages of its list. Live events are applied to everything under this key, so only pages may be stored under it. */
  pages: (of: Subject, ...query: unknown[]) => [of, 'pages', ...query] as const,
  /** One row in full. */
  one: (of: Subject, id: string) => [of, 'one', id] as const,
  /** The record from which an open form was filled. */
  form: (of: Subject, id = '') => [of, 'form', id] as const,
  /** Rows to choose from, by picker and search text. */
  choices: (of: Subject, picker: string, search = '') => [of, 'choices', picker, search] as const,
  /** Figures and other data that exist once, or once a person. */
  sums: (of: Subject, ...whose: unknown[]) => [of, 'sums', ...whose] as const,
}

/** true: the data belongs to no person, so it is kept at a sign-out. */
export const isEverybodys = ({ queryKey: [of] }: { queryKey: readonly unknown[] }): boolean => of === 'public-config'
/** true: no event changes this data, so it need not be fetched again after a gap in events. */
export const isStatic = ({ queryKey: [of] }: { queryKey: readonly unknown[] }): boolean =>
  of === 'public-config' || of === 'sign-in'
const LIVE: readonly unknown[] = ['accounts', 'generators', 'validators', 'one-offs'] satisfies Subject[]
/** true: a list whose rows are kept up to date by events. */
export const isLiveList = ({ queryKey: [of, what] }: { queryKey: readonly unknown[] }): boolean =>
  LIVE.includes(of) && what === 'pages'

/**
 * Marks what matches as stale and fetches what is shown of it. A first answer on its way may be older than what has happened since; the
 * library neither ends that fetch nor asks again after it, and takes what comes for fresh, so it is asked again here.
 */
export const askAnew = async (cache: QueryClient, which: InvalidateQueryFilters): Promise<void> => {
  const first = cache.getQueryCache().findAll({ ...which, fetchStatus: 'fetching' })
  const old = new Set(first.filter(({ state }) => state.data === undefined))
  await cache.invalidateQueries(which)
  if (old.size > 0) await cache.invalidateQueries({ predicate: (query) => old.has(query) })
}

/** What waits for the office, and which subjects' writes change that. */
const WAITING: Readonly<Record<InboxKind, readonly Subject[]>> = {
  trouble: ['status'],
  approval: ['approvals'],
  payout: ['payouts'],
  // a setting says whether staff have them
  withdraw: ['withdraws', 'settings'],
  source: ['sources'],
  campaign: ['campaigns'],
  // it ends by itself
  data_request: [],
  check: ['fraud'],
  suspended: ['accounts'],
  restricted: ['accounts'],
}
const CHANGES_INBOX: ReadonlySet<Subject> = new Set(Object.values(WAITING).flat())

/**
 * Fetches all shown data of the subjects again, and marks the rest as stale. Records of open forms stay, because a form must not change
 * while somebody fills it, and is fetched at every opening. Resolves when the shown data is fresh.
 */
export const refresh = async (cache: QueryClient, ...subjects: readonly Subject[]): Promise<void> => {
  const all = subjects.some((of) => CHANGES_INBOX.has(of)) ? [...subjects, 'inbox' as const] : subjects
  const asks = all.map((of) => askAnew(cache, { queryKey: [of], predicate: ({ queryKey }) => queryKey[1] !== 'form' }))
  await Promise.all(asks)
}
