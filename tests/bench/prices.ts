// Cloudflare's published prices of the Workers Paid plan, in dollars a million units, beyond what the plan includes:
// developers.cloudflare.com/workers/platform/pricing, …/d1/platform/pricing, …/durable-objects/platform/pricing,
// …/queues/platform/pricing. The runner's machine is not among them.
export type Priced = {
  d1RowsRead: number
  d1RowsWritten: number
  /** Calls, alarms, sockets opened; incoming frames twenty for one. */
  objectRequests: number
  objectGbSeconds: number
  objectRowsRead: number
  objectRowsWritten: number
  queueOperations: number
}
export const PRICES: Priced = {
  d1RowsRead: 0.001,
  d1RowsWritten: 1,
  objectRequests: 0.15,
  objectGbSeconds: 12.5,
  objectRowsRead: 0.001,
  objectRowsWritten: 1,
  queueOperations: 0.4,
}
