// Cloudflare's published prices of the Workers Paid plan: the only place where they stand. Read on 2026-11-27 from the pages that `source` names
// (under developers.cloudflare.com); docs/scaling.md names this file. `included` is what the plan has in it each month.
export type Price = {
  /** Dollars for `per` units. */
  dollars: number
  per: number
  included: number
  unit: string
  source: string
}
const MILLION = 1e6
const million = (dollars: number, included: number, unit: string, source: string): Price => ({
  dollars,
  per: MILLION,
  included,
  unit,
  source,
})
const OBJECTS = 'durable-objects/platform/pricing'
const CONTAINERS = 'containers/pricing'

/** The plan itself, a month. */
export const PLAN_DOLLARS = 5
export const PRICES = {
  d1RowsRead: million(0.001, 25_000 * MILLION, 'rows', 'd1/platform/pricing'),
  d1RowsWritten: million(1, 50 * MILLION, 'rows', 'd1/platform/pricing'),
  d1Storage: { dollars: 0.75, per: 1, included: 5, unit: 'GB-months', source: 'd1/platform/pricing' },
  /** Calls, fetches, alarms, sockets opened; incoming frames twenty for one. */
  objectRequests: million(0.15, MILLION, 'requests', OBJECTS),
  objectDuration: million(12.5, 400_000, 'GB-s', OBJECTS),
  objectRowsRead: million(0.001, 25_000 * MILLION, 'rows', OBJECTS),
  /** Index entries and deleted rows too; each setAlarm is one. */
  objectRowsWritten: million(1, 50 * MILLION, 'rows', OBJECTS),
  objectStorage: { dollars: 0.2, per: 1, included: 5, unit: 'GB-months', source: OBJECTS },
  workerRequests: million(0.3, 10 * MILLION, 'requests', 'workers/platform/pricing'),
  workerCpu: million(0.02, 30 * MILLION, 'ms', 'workers/platform/pricing'),
  /** Written, read and deleted are one each, for each 64 kB. */
  queueOperations: million(0.4, MILLION, 'operations', 'queues/platform/pricing'),
  r2ClassA: million(4.5, MILLION, 'operations', 'r2/pricing'),
  r2ClassB: million(0.36, 10 * MILLION, 'operations', 'r2/pricing'),
  r2Storage: { dollars: 0.015, per: 1, included: 10, unit: 'GB-months', source: 'r2/pricing' },
  analyticsPoints: million(0.25, 10 * MILLION, 'points', 'analytics/analytics-engine/pricing'),
  /** Until 2026-12-01; then Cloudflare Observability's prices, which were not to be read yet. */
  logEvents: million(0.6, 20 * MILLION, 'events', 'workers/observability/logs/workers-logs'),
  containerMemory: { dollars: 0.000_002_5, per: 1, included: 25 * 3_600, unit: 'GiB-s', source: CONTAINERS },
  /** Of what is used, not of what is there. */
  containerCpu: { dollars: 0.000_02, per: 1, included: 375 * 60, unit: 'vCPU-s', source: CONTAINERS },
  containerDisk: { dollars: 0.000_000_07, per: 1, included: 200 * 3_600, unit: 'GB-s', source: CONTAINERS },
  /** Outside North America, Europe, Oceania, Korea and Taiwan. */
  containerEgress: { dollars: 0.04, per: 1, included: 500, unit: 'GB', source: CONTAINERS },
} as const satisfies Record<string, Price>
export type Meter = keyof typeof PRICES
/** So much of each in a month. */
export type Usage = Record<Meter, number>

export type InstanceType = { name: string; vcpu: number; memoryGib: number; diskGb: number }
/** containers/platform-details/limits. The last is of one's own: at least a whole vCPU, and 3 GiB of memory to each. */
export const INSTANCE_TYPES: readonly InstanceType[] = [
  { name: 'lite', vcpu: 1 / 16, memoryGib: 0.25, diskGb: 2 },
  { name: 'basic', vcpu: 1 / 4, memoryGib: 1, diskGb: 4 },
  { name: 'standard-1', vcpu: 1 / 2, memoryGib: 4, diskGb: 8 },
  { name: 'standard-2', vcpu: 1, memoryGib: 6, diskGb: 12 },
  { name: 'custom', vcpu: 1, memoryGib: 3, diskGb: 2 },
]
