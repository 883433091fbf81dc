// Which collector an account reports to. Pure.

/** May be changed at any time: collectors store nothing. */
export const COLLECTORS = 16

/** FNV-1a over the account's id. */
export const shardOf = (accountId: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < accountId.length; i++) hash = Math.imul(hash ^ accountId.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % COLLECTORS
}
