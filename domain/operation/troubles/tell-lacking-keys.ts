// A key of sessions that a runner does not have is told when that runner connects, not by the next look (rules troubles, runner-keys).
import { gateOf } from '../../ground/restoring/store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { readSettings } from '../../ground/settings/store.ts'
import type { Ring } from '../../people/vault-keys/rules.ts'
import { readLacking } from '../../people/vault-keys/store.ts'
import { selectOpen } from './figures-store.ts'
import { lackingOf } from './judge-rules.ts'
import { changeOf } from './rules.ts'
import { applyChange } from './store.ts'
import { targetsOf } from './targets.ts'

/** Begins and ends the trouble as the looks do; a look at the same moment changes it once. */
export const tellLackingKeys = async (db: Db, rings: readonly Ring[], now: number): Promise<void> => {
  if ((await gateOf(db)) !== 'open') return
  const lacking = await readLacking(db, rings)
  if (lacking === null) return
  const change = changeOf(await selectOpen(db), { judged: ['vault_key_missing'], findings: lackingOf(lacking) }, now)
  if (change.started.length + change.ended.length === 0) return
  await applyChange(db, change, { targets: targetsOf(await readSettings(db)), round: null, now })
}
