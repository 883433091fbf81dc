// People who were erased a short while ago: what a runner or they themselves send meanwhile brings nothing of theirs back (rule erasure).
import type { KeyRow } from '../../../contract/operation/runner.ts'
import { hashesOfNumber, hashOfNumber } from '../../../domain/recipients/suppressions/hash.ts'
import type { CorePort } from './port.ts'
import type { CorePart } from '../document/document.ts'

/** Nothing older of theirs arrives any more. */
export const dropErasedOwners = ({ erasedOwners }: CorePart, now: number): void => {
  for (const [key, until] of Object.entries(erasedOwners)) if (until < now) delete erasedOwners[key]
}
/** @param until epoch ms */
export const rememberErased = (core: CorePort, owner: string, until: number): void => {
  core.account.erasedOwners[hashOfNumber(core.hashKeys, owner)] = until
}
/** @param owner a number, or a LID */
export const isErased = (core: CorePort, owner: string): boolean => {
  const { erasedOwners } = core.account
  dropErasedOwners(core.account, core.now())
  if (Object.keys(erasedOwners).length === 0) return false
  return hashesOfNumber(core.hashKeys, owner).some((hash) => erasedOwners[hash] !== undefined)
}
/** Leaves out key rows of people who were erased after the runner sent them. */
export const withoutErased = (core: CorePort, rows: readonly KeyRow[]): readonly KeyRow[] =>
  rows.filter((row) => row.owner === null || !isErased(core, row.owner))
