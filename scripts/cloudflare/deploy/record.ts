// What a release writes beside itself on Cloudflare, so that the next deploy and a rollback know it: the message of the
// Worker's version and of the page's deployment.
import type { DeploymentListResponse } from 'cloudflare/resources/workers/scripts/deployments'
import type { Account } from '../account.ts'
import type { Resources } from '../environment.ts'

/** image: what the runners' containers run; worker: the version's id. Both are known of a page's deployment alone, which comes last. */
export type Note = {
  version: string
  commit: string
  schema: string
  bookmark: string
  worker?: string
  image?: string
}

/** One line, at most 100 bytes before the bookmark and what is behind it. A release before these two reads all of it as the bookmark. */
export const noteText = ({ version, commit, schema, bookmark, worker, image }: Note): string =>
  [`${version} · ${commit.slice(0, 12)} · ${schema} · ${bookmark}`, ...(worker ? [worker, image ?? '-'] : [])].join(' ')
export const readNote = (text: string | undefined): Note | null => {
  const parts = (text ?? '').split(' · ')
  const [version, commit, schema, rest] = parts
  const [bookmark, worker, image] = (rest ?? '').split(' ')
  if (parts.length !== 4 || !version || !commit || !schema || !bookmark) return null
  const whole = worker ? { worker, ...(image && image !== '-' ? { image } : {}) } : {}
  return { version, commit, schema, bookmark, ...whole }
}

export type Release = { note: Note; number: number }
/** note null: of no release of ours. percent: of the traffic. */
export type Running = { versionId: string; note: Note | null; percent: number }
export type History = {
  /** What Cloudflare sends traffic to now; empty: there is no deployment. */
  running: Running[]
  /** The release that has most of the traffic, of two with as much each the older one; null: none of ours has any. */
  live: (Release & { versionId: string }) | null
  /** A secret was changed since it went out. That makes a version of its own, and older ones have the old secrets. */
  secretsChanged: boolean
  /**
   * What ran before the live release went out, not counting what was put back since, the last first; as far as it is still known.
   * hasOldSecrets: one was changed between it and the live release.
   */
  before: { versionId: string; note: Note; hasOldSecrets: boolean }[]
  /** What was uploaded last, whether or not it has traffic. */
  newestVersion: Version | null
}

/** message: as it went out; absent for a version that a changed secret made. */
export type Version = { id: string; number: number; message: string | undefined }
type Traffic = { version_id: string; percentage: number }
/** @param deployments the newest first */
export const historyOf = (versions: readonly Version[], deployments: readonly { versions: Traffic[] }[]): History => {
  const numbers = new Map(versions.map(({ id, number }) => [id, number]))
  const noted = versions.map(({ number, message }) => ({ number, note: readNote(message) }))
  const releaseOf = (versionId: string): Release | null => {
    const number = numbers.get(versionId) ?? 0
    const [latest] = noted.filter((one) => one.note && one.number <= number).toSorted((a, b) => b.number - a.number)
    return latest?.note ? { note: latest.note, number: latest.number } : null
  }
  const running = (deployments[0]?.versions ?? []).map(({ version_id: versionId, percentage }) => ({
    versionId,
    note: releaseOf(versionId)?.note ?? null,
    percent: percentage,
  }))
  const mainOf = (shares: readonly Traffic[]): string => {
    const age = ({ version_id: id }: Traffic): number => numbers.get(id) ?? 0
    return shares.toSorted((a, b) => b.percentage - a.percentage || age(a) - age(b))[0]?.version_id ?? ''
  }
  const ran = deployments.map(({ versions: shares }) => mainOf(shares))
  const [newest = ''] = ran
  const ofNewest = releaseOf(newest)
  const live = ofNewest && { ...ofNewest, versionId: newest }
  // After a rollback the live release stands twice: what ran before it ran before the first time.
  const firstTime = ran.findLastIndex((versionId) => live !== null && releaseOf(versionId)?.number === live.number)
  const before = ran.slice(firstTime + 1).flatMap((versionId) => {
    const release = releaseOf(versionId)
    const from = numbers.get(versionId) ?? 0
    const hasOldSecrets = noted.some(({ number, note }) => !note && number > from && number < (live?.number ?? 0))
    return release ? [{ versionId, note: release.note, hasOldSecrets }] : []
  })
  const secretsChanged = live !== null && numbers.get(newest) !== live.number
  const newestVersion = versions.toSorted((a, b) => b.number - a.number)[0] ?? null
  return { running, live, secretsChanged, before, newestVersion }
}

/** What ran on this Worker, from Cloudflare's own record. */
export const readHistory = async ({ client, id }: Account, resources: Resources): Promise<History> => {
  const versions: Version[] = []
  for await (const version of client.workers.scripts.versions.list(resources.worker, { account_id: id })) {
    const known = version as { id?: string; number?: number; annotations?: Record<string, string> }
    versions.push({ id: known.id ?? '', number: known.number ?? 0, message: known.annotations?.['workers/message'] })
  }
  // Asked plainly: the client's own list reads `items`, where the API answers `deployments`.
  const path = `/accounts/${id}/workers/scripts/${encodeURIComponent(resources.worker)}/deployments`
  const { result } = await client.get<{ result: DeploymentListResponse }>(path)
  return historyOf(versions, result.deployments)
}
