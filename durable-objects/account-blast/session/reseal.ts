// Reseals rows of this vault, with the key that runners write with now (rule vault-keys). A runner opens and seals them; this object cannot
// read them. A row is replaced only if it is still the one that was read, so that a newer one of the holder is never lost, and each row by
// itself: after a crash all are readable, under one key or the other.
import type { SealedRow } from '../../../contract/people/vault-keys.ts'
import { kidOf } from '../../../domain/people/vault-keys/rules.ts'
import type { Resealed } from '../../rpc.ts'
import { runnerFleet } from '../../stubs.ts'
import { recountVault } from '../settle/account-row.ts'
import type { SessionPort } from './port.ts'
import { placesUnderOldKeys, replaceSealed, sealedAt, type VaultPlace } from '../tables/vault-keys-store.ts'

/** A call does no more: what is left waits for the cron's next round, and sends in between are not kept waiting. */
const ROWS_A_CALL = 500
const ROWS_AT_ONCE = 100
/** Of a portion: rows of sessions have some thousand. */
const CHARS_AT_ONCE = 250_000

type Portion = { place: VaultPlace; row: SealedRow }[]
const portionOf = (core: SessionPort, places: VaultPlace[]): Portion => {
  const portion: Portion = []
  let chars = 0
  while (portion.length < ROWS_AT_ONCE && chars < CHARS_AT_ONCE) {
    const place = places.shift()
    if (!place) break
    const row = sealedAt(core.sql, place)
    if (!row) continue
    // a row is known by type and id in the answer: the same of another generation waits for the next portion
    if (portion.some((one) => one.row.type === row.type && one.row.id === row.id)) {
      places.push(place)
      break
    }
    portion.push({ place, row })
    chars += row.data.length
  }
  return portion
}

export const resealVault = async (core: SessionPort, kid: string): Promise<Resealed> => {
  const all = placesUnderOldKeys(core.sql, kid)
  // from anywhere: rows that no runner can open must not keep the others from their turn
  const from = Math.floor(core.random() * all.length)
  const places = [...all.slice(from), ...all.slice(0, from)].slice(0, ROWS_A_CALL)
  const done: Resealed = { rows: 0, unreadable: 0 }
  const { accountId } = core.account
  while (places.length > 0) {
    const portion = portionOf(core, places)
    if (portion.length === 0) break
    const rows = portion.map(({ row: { type, id, data } }) => ({ type, id, data }))
    const sealed = await core.saveThenCall(({ env }) => runnerFleet(env).reseal({ accountId, kid, rows }))
    // erased or removed meanwhile, or no runner answers: the next round begins with what is there then
    if (sealed === null || !core.doc) break
    for (const { place, row } of portion) {
      const fresh = sealed.find(({ type, id }) => type === row.type && id === row.id)
      if (!fresh || kidOf(fresh.data) !== kid) done.unreadable += 1
      else if (replaceSealed(core.sql, place, row.data, fresh.data)) done.rows += 1
    }
  }
  // counting reads the whole vault: only once nothing is left to do, and not when nothing changed
  const isLast = all.length <= ROWS_A_CALL
  if (core.doc && isLast && (done.rows > 0 || all.length === 0)) recountVault(core)
  return done
}
