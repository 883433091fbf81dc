// What a release writes beside itself on Cloudflare, so that the next deploy and a rollback know it: the message of the
// Worker's version and of the page's deployment.
import type { DeploymentListResponse } from 'cloudflare/resources/workers/scripts/deployments'
import type { Account } from '../account.ts'
import type { Resources } from '../environment.ts'

export type Note = { version: string; commit: string; schema: string; bookmark: string }

/** One line, at most 100 bytes before the bookmark, which comes last. */
export const noteText = ({ version, commit, schema, bookmark }: Note): string =>
  `${version} · ${commit.slice(0, 12)} · ${schema} · ${bookmark}`
export const readNote = (text: string | undefined): Note | null => {
  const parts = (text ?? '').split(' · ')
  const [version, commit, schema, bookmark] = parts
  return parts.length === 4 && version && commit && schema && bookmark ? { version, commit, schema, bookmark } : null
}

export type Release = { note: Note; number: number }
/** note null: of no release of ours. percent: of the traffic. */
export type Running = { versionId: string; note: Note | null; percent: number }
export type History = {
  /** What Cloudflare sends traffic to now; empty: there is no deployment. */
  running: Running[]
  /** The release whose code runs; null: none of ours does. */
  live: Release | null
  /** A secret was changed since it went out. That makes a version of its own, and older ones have the old secrets. */
  secretsChanged: boolean
  /** What ran before the live release went out, not counting what was put back since, the last first; as far as it is still known. */
  before: { versionId: string; note: Note }[]
}

/** What ran on this Worker, from Cloudflare's own record. */
export const readHistory = async ({ client, id }: Account, resources: Resources): Promise<History> => {
  const numbers = new Map<string, number>()
  const releases: Release[] = []
  for await (const version of client.workers.scripts.versions.list(resources.worker, { account_id: id })) {
    const {
      id: versionId = '',
      number = 0,
      annotations,
    } = version as {
      id?: string
      number?: number
      annotations?: Record<string, string>
    }
    numbers.set(versionId, number)
    const note = readNote(annotations?.['workers/message'])
    if (note) releases.push({ note, number })
  }
  // Asked plainly: the client's own list reads `items`, where the API answers `deployments`.
  const path = `/accounts/${id}/workers/scripts/${encodeURIComponent(resources.worker)}/deployments`
  const { result } = await client.get<{ result: DeploymentListResponse }>(path)
  const ran = result.deployments.map((deployment) => deployment.versions[0]?.version_id ?? '')
  const releaseOf = (versionId: string): Release | null => {
    const number = numbers.get(versionId) ?? 0
    const older = releases.filter((release) => release.number <= number)
    return older.toSorted((a, b) => b.number - a.number)[0] ?? null
  }
  const running = (result.deployments[0]?.versions ?? []).map(({ version_id: versionId, percentage }) => ({
    versionId,
    note: releaseOf(versionId)?.note ?? null,
    percent: percentage,
  }))
  const [newest = ''] = ran
  const live = releaseOf(newest)
  // After a rollback the live release stands twice: what ran before it ran before the first time.
  const firstTime = ran.findLastIndex((versionId) => live !== null && releaseOf(versionId)?.number === live.number)
  const before = ran.slice(firstTime + 1).flatMap((versionId) => {
    const release = releaseOf(versionId)
    return release ? [{ versionId, note: release.note }] : []
  })
  return {
    running,
    live,
    secretsChanged: live !== null && numbers.get(newest) !== live.number,
    before,
  }
}
