// Whether the new Worker can serve, asked at its own address before the page leads anybody to it (rule readiness).
import { setTimeout as sleep } from 'node:timers/promises'
import { HEALTH_PARTS, type HealthPart, readiness, type Readiness } from '../../../contract/operation/health.ts'
import { type Ship, Stopped } from './steps.ts'

const MEANINGS: Record<HealthPart, string> = {
  configuration: 'a variable or secret is missing or wrong; the Worker’s log names it',
  database: 'D1 does not answer, or lacks a migration',
  queues: 'a message has waited for a quarter of an hour',
  cron: 'the cron has not ended well for ten minutes',
  runners: 'no runner has room for another account',
  sessions: 'most accounts that their owners expect to be up are not; `npm run keys` says whether a key is missing',
}

/** @throws Error in one line when it names no part of /readyz. */
export const despiteParts = (names: readonly string[]): HealthPart[] =>
  names.map((name) => {
    const part = HEALTH_PARTS.find((one) => one === name)
    if (!part) throw new Error(`--despite ${name}: must be one of ${HEALTH_PARTS.join(', ')}`)
    return part
  })

/** headers: which lead to the new version while the old one has the traffic. */
export type Asked = {
  address: string
  headers: Record<string, string>
  despite: readonly HealthPart[]
  patienceMs: number
}
const ask = async ({ address, headers }: Asked): Promise<Readiness> => {
  const answer = await fetch(`${address}/api/readyz`, { headers, signal: AbortSignal.timeout(20_000) })
  const parsed = readiness.safeParse(await answer.json().catch(() => null))
  if (!parsed.success) throw new Error(`/readyz answers ${answer.status} and does not say how it is`)
  return parsed.data
}

/** The smoke test asks so often, too: what is limited by the network that asks answers a first release's whole patience. */
export const ASK_AGAIN_MS = 3_000
/** Seconds: a container is started by the cron of the next minute, from an image that no host has yet. */
const PATIENCE_S = { usual: 60, firstContainers: 300 }
export const patienceMsOf = (said: string | undefined, of: { isFirst: boolean; containers: boolean }): number =>
  Number(said ?? (of.isFirst && of.containers ? PATIENCE_S.firstContainers : PATIENCE_S.usual)) * 1_000

/** One line each; empty: it is ready. */
const troubleOf = async (asked: Asked, version: string): Promise<string[]> => {
  const { despite } = asked
  const found = await ask(asked)
  if (found.version !== version) return [`${found.version} still answers`]
  return HEALTH_PARTS.filter((part) => found.parts[part] !== 'ready' && !despite.includes(part)).map((part) =>
    found.parts[part] === 'no_answer' ? `${part}: no answer in time` : `${part}: ${MEANINGS[part]}`,
  )
}

/** @throws Stopped when a part is still not ready after `patienceMs`, before a page is put out. */
export const mustBeReady = async (ship: Ship, asked: Asked): Promise<void> => {
  const tryOnce = (): Promise<string[]> =>
    troubleOf(asked, ship.note.version).catch((error: unknown) => [
      error instanceof Error ? error.message : String(error),
    ])
  const deadline = Date.now() + asked.patienceMs
  let trouble = await tryOnce()
  while (trouble.length > 0 && Date.now() < deadline) {
    await sleep(ASK_AGAIN_MS)
    trouble = await tryOnce()
  }
  if (trouble.length > 0)
    throw new Stopped(
      ['The new Worker is not ready:', ...trouble.map((line) => `  ✗ ${line}`)].join('\n'),
      'This deploy has put out no page, and changed no old rows.',
    )
  const left = asked.despite.length === 0 ? '' : `, not asked: ${asked.despite.join(', ')}`
  ship.tell(`✓ the new Worker is ready${left}`)
}
