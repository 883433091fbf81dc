// Everything that an environment needs of its account, asked of Cloudflare, one finding a thing. Changes nothing.
import { containersFindings } from './containers.ts'
import { type Examined, setupOf } from './examined.ts'
import type { Finding } from './finding.ts'
import { mailFinding, pageFindings } from './page.ts'
import { tokenFinding } from './scopes.ts'
import { storageFindings } from './storage.ts'
import { workerFindings } from './worker.ts'

export const examine = async (examined: Examined): Promise<Finding[]> => {
  const { answers, name } = examined
  const found = await Promise.all([
    storageFindings(examined),
    workerFindings(examined),
    answers ? pageFindings(examined, answers) : [],
    answers ? mailFinding(examined, answers) : [],
    answers?.containers === 'on' ? containersFindings(examined) : [],
  ])
  const findings = found.flat()
  const part: Finding = answers
    ? { what: 'wrangler.toml', state: 'there', says: `has [env.${name}]` }
    : {
        what: 'wrangler.toml',
        state: 'missing',
        says: `has no [env.${name}]; page, mail and containers are looked at after it`,
        mend: setupOf(examined),
      }
  return [tokenFinding(findings), part, ...findings]
}
