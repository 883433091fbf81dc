// What a person's page of security shows: their factors and their sign-ins, in one round trip (rules second-factor, sign-ins).
import type { Security } from '../../../contract/people/factors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { selectSignIns, signInId } from '../auth/sign-ins-store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { selectHeld, selectPasskeys } from './store.ts'

const iso = (at: number): string => new Date(at).toISOString()

export const readSecurity = async (
  db: Db,
  who: { id: string; role: Role; sessionHash: string },
  now: number,
): Promise<Security> => {
  const [[held], keys, signIns, settings] = await db.batch([
    selectHeld(db, who.id),
    selectPasskeys(db, who.id),
    selectSignIns(db, who.id, now),
    selectSettings(db),
  ])
  return {
    totp: (held?.totp ?? 0) > 0,
    recovery_left: held?.recovery ?? 0,
    required: who.role !== 'member' && parseSettings(settings).factor_required,
    passkeys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      synced: key.backup_eligible === 1,
      createdAt: iso(key.created_at),
      usedAt: key.used_at === null ? null : iso(key.used_at),
    })),
    sign_ins: signIns.map(({ tokenHash, device, country, createdAt, seenAt }) => ({
      id: signInId(tokenHash),
      device,
      country,
      createdAt: iso(createdAt),
      seenAt: iso(Math.max(seenAt, createdAt)),
      current: tokenHash === who.sessionHash,
    })),
  }
}
