// What a release writes beside itself on Cloudflare, so that the next deploy and a rollback know it: the message of the
// Worker's version and of the page's deployment.
import type { DeploymentListResponse } from 'cloudflare/resources/workers/scripts/deployments'
import type { Account } from '../account.ts'
import type { Resources } from '../environment.ts'

export type Note = { version: string; commit: string; schema: string; bookmark: string }

/** One line, at most 100 bytes before the bookmark, which comes last. */
export const noteText = ({ version, commit, schema, bookmark }: Note): string =>
  `${version} · ${commit.slice(0, 12)} · ${schema} · ${bookmark}`
const readNote = (text: string | undefined): Note | null => {
  const parts = (text ?? '').split(' · ')
  const [version, commit, schema, bookmark] = parts
  return parts.length === 4 && version && commit && schema && bookmark ? { version, commit, schema, bookmark } : null
}

export type Shipped = { id: string; number: number; note: Note | null }
/** Versions of the Worker that a release made, newest first, and the one that runs. */
export const shippedVersions = async (
  { client, id }: Account,
  resources: Resources,
): Promise<{ versions: Shipped[]; live: Shipped | null }> => {
  const of = { account_id: id }
  const versions: Shipped[] = []
  for await (const version of client.workers.scripts.versions.list(resources.worker, of)) {
    const shown = version as { id?: string; number?: number; annotations?: Record<string, string> }
    versions.push({
      id: shown.id ?? '',
      number: shown.number ?? 0,
      note: readNote(shown.annotations?.['workers/message']),
    })
  }
  // Asked plainly: the client's own list reads `items`, where the API answers `deployments`.
  const path = `/accounts/${id}/workers/scripts/${encodeURIComponent(resources.worker)}/deployments`
  const { result } = await client.get<{ result: DeploymentListResponse }>(path)
  const live = result.deployments[0]?.versions[0]?.version_id
  const released = versions.filter((version) => version.note !== null)
  return { versions: released, live: released.find((version) => version.id === live) ?? null }
}
