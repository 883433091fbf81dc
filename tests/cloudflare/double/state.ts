// What the double of Cloudflare remembers: an account as empty as a new one, and what is put into it.
import { Offers } from './offers.ts'

export type Module = { name: string; type: string; contents: Uint8Array<ArrayBuffer> }
export type Binding = { name: string; type: string } & Record<string, unknown>
export type Metadata = {
  main_module: string
  bindings?: Binding[]
  compatibility_date?: string
  compatibility_flags?: string[]
  annotations?: Record<string, string>
  migrations?: { old_tag?: string; new_tag: string; steps: unknown[] }
  keep_bindings?: string[]
}
export type Upload = { metadata: Metadata; modules: Module[] }
/** A version is fixed for ever, its secrets too. */
export type Version = Upload & { id: string; number: number; createdOn: string; secrets: ReadonlyMap<string, string> }
/** One version with all traffic, or two that share it. */
export type Share = { versionId: string; percent: number }
type Deployment = { id: string; shares: Share[]; createdOn: string; message: string }
export type Script = {
  name: string
  /** Where it listens on this machine; the same for every version. */
  port: number
  versions: Version[]
  /** newest first */
  deployments: Deployment[]
  /** What the next version will have. */
  secrets: Map<string, string>
  migrationTag: string | undefined
  /** Not of a version. */
  settings: Record<string, unknown>
  onWorkersDev: boolean
  crons: string[]
}
/** Which has most of the traffic; of two with as much each the first, which is the older. */
export const liveVersionOf = ({ versions, deployments }: Script): Version | undefined => {
  const [most] = (deployments[0]?.shares ?? []).toSorted((a, b) => b.percent - a.percent)
  return versions.find((version) => version.id === most?.versionId)
}
export type PageDeployment = {
  id: string
  createdOn: string
  branch: string
  commitHash: string
  commitMessage: string
  /** path → hash */
  manifest: Record<string, string>
  functions: Upload | null
}
export type Project = {
  name: string
  port: number
  productionBranch: string
  /** newest first */
  deployments: PageDeployment[]
  /** What the project's address serves; null before the first deployment. */
  live: string | null
  domains: string[]
}
export type Queue = { id: string; name: string; consumers: Record<string, unknown>[] }
export type Database = { uuid: string; name: string; location: string; replication: string }

/** As the API gives and takes it. */
export type LockRule = {
  id: string
  enabled: boolean
  prefix?: string
  condition: { type: 'Age'; maxAgeSeconds: number } | { type: 'Date'; date: string } | { type: 'Indefinite' }
}

export class State {
  readonly offers = new Offers()
  readonly databases: Database[] = []
  readonly buckets: string[] = []
  /** Lock rules by bucket. */
  readonly locks = new Map<string, LockRule[]>()
  readonly queues: Queue[] = []
  readonly scripts = new Map<string, Script>()
  readonly projects = new Map<string, Project>()
  readonly assets = new Map<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>()
  subdomain: string | null = null
  #count = 0

  /** Distinct, and in the form of the real ones. */
  uuid(): string {
    this.#count++
    return `00000000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`
  }
}
