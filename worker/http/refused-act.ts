// Keeps what was refused of money, consent and rights in the security record (rule refused-moves).
import type { Context } from 'hono'
import type { Route } from '../../contract/api/table.ts'
import { MOVES, type Moves, type WriteRoute } from '../../contract/api/moves.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import type { Db } from '../../domain/ground/db/connection.ts'
import { writeRefused } from '../../domain/record/security-events/store.ts'
import { errorFields, log } from '../log.ts'
import { placeOf } from './access.ts'
import type { AppEnv, Who } from './context.ts'

const KEPT: readonly Moves[] = ['money', 'consent', 'rights']
const isWrite = (route: Route): route is WriteRoute => !route.startsWith('GET ')
const isKept = (route: Route): boolean => isWrite(route) && MOVES[route].some((one) => KEPT.includes(one))
/** Refused by a rule: a press that came twice, a form filled in wrongly or later than somebody else's, or a busy server says nothing about the person. */
const byRule = ({ status, code }: Refusal): boolean =>
  status === 403 ||
  (status === 409 && !code.startsWith('press_') && code !== 'edited_meanwhile') ||
  code === 'password_wrong' ||
  code === 'factor_wrong'

/** Does the work; of a refusal it writes the event before the refusal is answered. A failed write is logged and changes no answer. */
export const keepRefused = async <T>(
  c: Context<AppEnv>,
  { route, who, db, now }: { route: Route; who: Who | null; db: Db; now: number },
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (who && error instanceof Refusal && byRule(error) && isKept(route)) {
      const { id: userId, sessionHash } = who
      const event = { ...placeOf(c.req.raw.headers), at: now, userId, sessionHash, route, reason: error.code }
      await writeRefused(db, event).catch((failed: unknown) => log.error('a refusal was not kept', errorFields(failed)))
    }
    throw error
  }
}
