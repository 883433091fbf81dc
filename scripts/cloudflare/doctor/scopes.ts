// The rights of the token, seen by what it was refused.
import { SCOPES } from '../account.ts'
import type { Finding } from './finding.ts'

/** Rights to look, which setup and deploy do without. */
export const LOOKING = {
  billing: 'Account · Billing · Read',
  mail: 'Zone · Email Sending · Read',
} as const

const WRITING = 'whether it may write, Cloudflare says at a write alone'
/** @param findings those of everything that was asked */
export const tokenFinding = (findings: readonly Finding[]): Finding => {
  const lacking = Object.values(SCOPES).filter((scope) =>
    findings.some(({ state, says }) => state === 'unknown' && says.includes(scope)),
  )
  return lacking.length === 0
    ? { what: 'token', state: 'there', says: `reads what setup and deploy need; ${WRITING}` }
    : {
        what: 'token',
        state: 'missing',
        says: `lacks ${lacking.join(', ')}`,
        mend: 'add it to the token (dashboard, My Profile, API Tokens)',
      }
}
