// An account that somebody asks about, by its name, number or id, and why it stands as it does (rule account-check).
import { accountTitle } from '../../../contract/sending/account-name.ts'
import { type AccountStanding, FOUND_MAX, type FoundAccount } from '../../../contract/sending/account-check.ts'
import type { Db } from '../../ground/db/connection.ts'
import { readStop } from '../../people/users/status-store.ts'
import { readPause } from '../sending-pause/store.ts'
import { type Seen, standingOf } from './standing-rules.ts'
import { accountByHandle, accountPage, aliasOf, type ListedAccount } from '../whatsapp/store.ts'
import { ownerNameOf } from './owner-store.ts'

const shown = (row: ListedAccount): FoundAccount => ({
  id: row.id,
  clientid: row.clientid,
  name: accountTitle(row),
  phonenumber: row.phonenumber,
  ownerId: row.user_id,
  ownerName: row.owner_name ?? '',
  state: row.state,
  status: row.status,
})

type Found = { found: FoundAccount[]; total: number }
const NOTHING: Found = { found: [], total: 0 }
/** An id or a client id means that one account; else what a list would find. Also one that was never linked, by its client id. */
const findAccounts = async (db: Db, find: string): Promise<Found> => {
  const [row, alias, page] = await Promise.all([
    accountByHandle(db, find),
    aliasOf(db, find),
    accountPage(db, { userId: null, status: 'all', search: find, owners: true }, { page: 1, limit: FOUND_MAX }),
  ])
  if (row) return { found: [shown(row)], total: 1 }
  if (page.total > 0 || !alias) return { found: page.rows.map(shown), total: page.total }
  const { accountId: id, clientid, userId: ownerId } = alias
  const unlinked = { id, clientid, name: clientid, phonenumber: null, ownerId, ownerName: '' }
  return { found: [{ ...unlinked, state: 'unknown', status: 'idle' }], total: 1 }
}

/** The one account that the words mean; null: none, or several. */
export const oneAccount = async (db: Db, find: string): Promise<FoundAccount | null> => {
  const { found, total } = await findAccounts(db, find)
  return total === 1 ? (found[0] ?? null) : null
}

/** What an object that does not exist shows of itself. */
const NEVER: Seen = { purpose: 'blast', state: 'unknown', wait: null, timers: [], check: null, now: '', document: {} }
/** @param seenOf what an account's object shows of itself; null: it does not exist */
export const checkAccount = async (
  db: Db,
  find: string,
  seenOf: (accountId: string) => Promise<Seen | null>,
): Promise<Found & { standing: AccountStanding | null }> => {
  const answer = find === '' ? NOTHING : await findAccounts(db, find)
  const [one] = answer.found
  if (!one || answer.total > 1) return { ...answer, standing: null }
  const [seen, ownerName, stop, place] = await Promise.all([
    seenOf(one.id),
    ownerNameOf(db, one.ownerId),
    readStop(db, one.ownerId),
    readPause(db),
  ])
  const stops = { place: place.paused, person: stop?.paused ?? null, closed: stop?.closed ?? false }
  return { found: [{ ...one, ownerName }], total: 1, standing: standingOf(seen ?? NEVER, stops) }
}
