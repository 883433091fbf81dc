// Until when WhatsApp's own limits restrict an account (rule restricted). Pure; times are epoch ms.
import type { AccountDocument } from './document.ts'

type Restrictions = AccountDocument['restrictions']

/** Adds a limit. A shorter or unknown end never shortens a known longer one. */
export const withRestriction = (restrictions: Restrictions, cause: keyof Restrictions, end: number): Restrictions => ({
  ...restrictions,
  [cause]: Math.max(restrictions[cause] ?? 0, end),
})

/** Removes this limit, which WhatsApp has lifted; the others stay. */
export const withoutRestriction = (restrictions: Restrictions, cause: keyof Restrictions): Restrictions => {
  const { [cause]: _over, ...inForce } = restrictions
  return inForce
}

/** The latest end of the limits in force, epoch ms; null: none is in force. */
export const restrictedUntil = (restrictions: Restrictions, now: number): number | null => {
  const inForce = Object.values(restrictions).filter((until) => until > now)
  return inForce.length > 0 ? Math.max(...inForce) : null
}
