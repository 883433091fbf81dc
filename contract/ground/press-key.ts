// The header that names one press of a person, and the one of an answer that was given before (rule one-press). The page loads this
// file alone.
export const KEY_HEADER = 'idempotency-key'
export const REPLAYED_HEADER = 'idempotent-replayed'
