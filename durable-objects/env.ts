// Bindings and variables of the objects. Times can be set, so that tests need not wait a minute for an ack.
import type { SettlementBatch } from '../contract/money/settlement.ts'
import type { AdminChannelRpc, AdminCollectorRpc } from './admin-rpc.ts'
import type { AccountBlastRpc, RunnerContainerRpc, RunnerFleetRpc, UserChannelRpc } from './rpc.ts'

export type ObjectsEnv = {
  DB: D1Database
  /** Results of number checks and the parts of their files. */
  MEDIA: R2Bucket
  /** Backups and the journal. Absent: none are kept, and nothing can be restored. */
  BACKUPS?: R2Bucket
  SETTLEMENTS: Queue<SettlementBatch>
  /** What was counted, for questions over months. Absent: it is kept in D1 alone. */
  METRICS?: AnalyticsEngineDataset
  ACCOUNT_BLAST: DurableObjectNamespace<AccountBlastRpc>
  USER_CHANNEL: DurableObjectNamespace<UserChannelRpc>
  ADMIN_CHANNEL: DurableObjectNamespace<AdminChannelRpc>
  ADMIN_COLLECTOR: DurableObjectNamespace<AdminCollectorRpc>
  RUNNER_FLEET: DurableObjectNamespace<RunnerFleetRpc>
  /** The page's own address, without a slash at its end. */
  APP_ORIGIN: string
  /** `sandbox`: nothing reaches WhatsApp. */
  APP_ENV: string
  /** Where new objects are made, one of LOCATION_HINTS; absent: USUAL_LOCATION. */
  LOCATION_HINT?: string
  /** Key ring of links that are mailed or sent, of file links and websocket tickets. */
  LINK_KEYS: string
  /** Key ring of the hashes under which a person stays suppressed. */
  SUPPRESSION_KEYS: string
  /** The product's version, set by the deploy; runners are told it. */
  PRODUCT_VERSION?: string
  /** Key ring that runners' credentials are made from. */
  RUNNER_KEYS: string
  /** Absent where there are no containers. */
  RUNNER_CONTAINER?: DurableObjectNamespace<RunnerContainerRpc>
  /** 'on': runners run on Cloudflare's containers, as many as the accounts need. Anything else: on hosts of the operator's own. */
  RUNNERS_ON_CONTAINERS?: string
  /** Of runners on containers: the Worker's own address, key ring of the session vault, accounts each holds (200), log level. */
  WORKER_URL?: string
  VAULT_KEYS?: string
  RUNNER_CAPACITY?: string
  LOG_LEVEL?: string
  /** Where spans of messages go (contract/record/traces.ts); absent: nothing is traced. */
  OTLP_URL?: string
  OTLP_HEADERS?: string
  TRACE_SAMPLE?: string
  ACK_WAIT_MS?: string
  UNKNOWN_TO_FAIL_MS?: string
  LEASE_MS?: string
  LEASE_SKEW_MS?: string
  REFUSED_BASE_MS?: string
  SPREAD_MS?: string
  /** ms that an isolate gathers what it counts before it writes it; 0: it writes nothing. */
  GATHER_MS?: string
}
