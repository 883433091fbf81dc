// The screen of the thing that a question to a second person is about.
import type { ApprovalRow } from './store.ts'

type About = Pick<ApprovalRow, 'kind' | 'subject' | 'beneficiary_id' | 'stopped' | 'is_there'>
const at = (screen: string, key: string, value: string): string => `${screen}?${key}=${encodeURIComponent(value)}`

/** null: it has none, or is not there: not yet, or not any more. */
export const linkOf = ({ kind, subject, beneficiary_id: person, stopped, is_there: isThere }: About): string | null => {
  if (isThere === 0) return null
  switch (kind) {
    case 'bonus':
      return person === null ? null : at('/member/edit', 'id', person)
    case 'price':
      return person === null ? at('/campaign/show', 'id', subject) : at('/member/edit', 'id', person)
    case 'level':
      return at('/level/edit', 'id', subject)
    case 'withdraw':
    case 'return':
      return person === null ? null : `${at('/withdraw/requested', 'user_id', person)}&status=all`
    case 'setting':
      return '/settings'
    case 'lift':
      return stopped === null ? null : at('/suppression', 'search', stopped)
  }
}
