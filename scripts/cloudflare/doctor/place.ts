// What the running place says of itself: its parts, and with the ring RUNNER_KEYS its problems and its sessions' keys.
import { ringOf } from '../../../contract/ground/key-rings.ts'
import { type DeepHealth, deepHealth, HEALTH_PARTS, readiness } from '../../../contract/operation/health.ts'
import { healthKey } from '../../../domain/people/auth/health-key.ts'
import type { Finding } from './finding.ts'

const PATIENCE_MS = 20_000
const get = async (address: string, key?: string): Promise<unknown> => {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  return answer.json()
}

const keysFinding = ({ vaultKeys }: DeepHealth): Finding[] => {
  if (!vaultKeys) return [{ what: 'sessions’ keys', state: 'unknown', says: 'the place does not say' }]
  const { writing, keys, uncounted } = vaultKeys
  const held = keys.map(({ kid, rows }) => `${kid} holds ${rows} rows`).join(', ') || 'no row is counted yet'
  const left = uncounted > 0 ? `, ${uncounted} accounts not counted yet` : ''
  return [
    {
      what: 'sessions’ keys',
      state: writing ? 'there' : 'unknown',
      says: `${writing ? `runners write with ${writing.kid}` : 'runners differ, or none is connected'}; ${held}${left}`,
    },
  ]
}

const deepFindings = async (address: string, ring: string): Promise<Finding[]> => {
  const found = deepHealth.safeParse(
    await get(`${address}/api/health/deep`, await healthKey(ringOf('RUNNER_KEYS', ring))),
  )
  if (!found.success)
    return [
      {
        what: 'figures',
        state: 'unknown',
        says: 'the place does not give them: RUNNER_KEYS here is not its own, or it is of another release',
      },
    ]
  const { problems } = found.data
  const configuration: Finding[] =
    problems && problems.length > 0
      ? [
          {
            what: 'configuration',
            state: 'missing',
            says: problems.join('; '),
            mend: 'mend what it names, then deploy',
          },
        ]
      : []
  return [...configuration, ...keysFinding(found.data)]
}

/** @param ring RUNNER_KEYS, where it is at hand */
export const placeFindings = async (address: string, ring: string | undefined): Promise<Finding[]> => {
  try {
    const found = readiness.safeParse(await get(`${address}/api/readyz`))
    if (!found.success)
      return [{ what: 'the place', state: 'unknown', says: `${address}/api/readyz does not say how it is` }]
    const { parts, version } = found.data
    const not = HEALTH_PARTS.filter((part) => parts[part] !== 'ready')
    const place: Finding =
      not.length === 0
        ? { what: 'the place', state: 'there', says: `${version} is ready` }
        : {
            what: 'the place',
            state: 'missing',
            says: `${version} is not ready: ${not.map((part) => (parts[part] === 'no_answer' ? `${part} (no answer)` : part)).join(', ')}`,
            mend: 'docs/operations.md, What to look at',
          }
    return [place, ...(ring ? await deepFindings(address, ring) : [])]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [{ what: 'the place', state: 'unknown', says: `${address} does not answer (${why})` }]
  }
}
