// What the Worker of the campaign benchmark tells.
/** bytes: by which the database grew. */
export type Launched = { stepsMs: number[]; people: number; rowsWritten: number; bytes: number }
export type Claims = {
  callsMs: number[]
  claimed: number
  claimRows: number
  settled: number
  settleRows: number
  campaigns: number[]
}
