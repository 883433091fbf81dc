// Until when WhatsApp's own limits hold an account back (rule daily-cap). Pure; times are epoch ms.
import type { AccountDocument } from '../document.ts'

type Restrictions = AccountDocument['restrictions']

/** A limit is told: a shorter or unknown end never shortens a known longer one. */
export const withRestriction = (restrictions: Restrictions, cause: keyof Restrictions, end: number): Restrictions => ({
  ...restrictions,
  [cause]: Math.max(restrictions[cause] ?? 0, end),
})

/** WhatsApp says that this limit is over; the others still stand. */
export const withoutRestriction = (restrictions: Restrictions, cause: keyof Restrictions): Restrictions => {
  const { [cause]: _over, ...standing } = restrictions
  return standing
}

/** The later end of the limits that still stand counts; null: none does. */
export const restrictedUntil = (restrictions: Restrictions, now: number): number | null => {
  const standing = Object.values(restrictions).filter((until) => until > now)
  return standing.length > 0 ? Math.max(...standing) : null
}
