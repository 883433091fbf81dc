// Faults in what follows from a consent's grade: whom claims look at, and who is told what is kept.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `domain/recipients/suppressions/${file}`
const CLAIMS = ['tests/workerd/grade-claims.test.ts']

export const CONSENT_GRADES: readonly Fault[] = [
  {
    name: 'aged-until-the-next-walk',
    what: 'for a day every claim looks at all consents that grew old together',
    edits: one(at('grade-walk-store.ts'), "if (rule !== '') await markFront", "if (rule === '?') await markFront"),
    tests: CLAIMS,
  },
  {
    name: 'free-after-another-flag',
    what: 'whose snooze or hold is over is looked at by every claim, although their consent does not suffice',
    edits: one(
      at('flag-store.ts'),
      "[WEAK]: isWeakIn('phone_numbers', sql`(unixepoch() * 1000)`)",
      '[WEAK]: sql`false`',
    ),
    tests: CLAIMS,
  },
  {
    name: 'info-of-who-joined-unheard',
    what: 'who joined by a keyword, and has had no message yet, is not told what is kept about them',
    rule: 'info-answer',
    edits: one(
      'domain/recipients/programmes/store.ts',
      'consent_at is not null and consent_grade >= ${GRADES.form}',
      'consent_at is null and consent_grade >= ${GRADES.form}',
    ),
    tests: ['tests/workerd/opt-in-message.test.ts'],
  },
  {
    name: 'info-of-another-day',
    what: 'who asked by an id alone is told when their number is learned days later',
    rule: 'info-answer',
    edits: one('durable-objects/account-blast/opt-outs/infos.ts', 'core.now() - ANSWERED_WITHIN_MS', '0'),
    tests: ['tests/workerd/own-words.test.ts'],
  },
  {
    name: 'form-of-anybody',
    what: 'a form that one person sent counts for whoever it is forwarded to',
    rule: 'form-consent',
    edits: one(
      'domain/recipients/programmes/hear-store.ts',
      "and outcome in ('granted', 'again') and hash not in ${theirs})",
      "and outcome = '?')",
    ),
    tests: ['tests/workerd/form-consent.test.ts'],
  },
  {
    name: 'form-of-the-same-day-is-free',
    what: 'a form by somebody who agreed on the same day may be used by whoever it is forwarded to',
    rule: 'form-consent',
    edits: one(
      'domain/recipients/programmes/hear-store.ts',
      "and outcome in ('granted', 'again') and hash not in",
      "and outcome = 'granted' and hash not in",
    ),
    tests: ['tests/workerd/form-consent.test.ts'],
  },
  {
    name: 'form-for-ever',
    what: 'a form that was ticked weeks ago counts',
    rule: 'form-consent',
    edits: one('domain/recipients/programmes/form-code.ts', 'if (hour < latest - 1 - COUNTS_HOURS) return null', ''),
    tests: ['tests/workerd/form-consent.test.ts'],
  },
  {
    name: 'form-that-does-not-suffice',
    what: 'who sends a form where only a message suffices is told that they joined, and gets nothing',
    rule: 'form-consent',
    edits: one(
      'domain/recipients/programmes/hear-store.ts',
      "when ${form !== undefined} and ${isWeakGrade('form')} then",
      'when false then',
    ),
    tests: ['tests/workerd/form-consent.test.ts'],
  },
  {
    name: 'form-before-a-keyword',
    what: 'the keyword that somebody writes on the day of their form changes nothing',
    rule: 'form-consent',
    edits: one('domain/recipients/programmes/hear-store.ts', 'form ? sql`true`', 'form || true ? sql`true`'),
    tests: ['tests/workerd/form-consent.test.ts'],
  },
]
