// Cron: number checks whose time is over are deleted with their files (rule retention).
import { type Db, runBatch } from '../domain/ground/db/connection.ts'
import { deleteCheckObjects } from '../domain/sending/number-checks/chunks.ts'
import { deleteCheck, restingChecks } from '../domain/sending/number-checks/store.ts'
import { accountObject } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'

/** The row goes last, so that what fails is tried again in the next hour. */
export const forgetChecks = async (db: Db, env: Env, before: number): Promise<void> => {
  for (const { id, whatsapp_id } of await restingChecks(db, before)) {
    try {
      // one that runs after all is refused, and stays
      if (!(await accountObject(env, whatsapp_id).dropCheck(id)).ok) continue
      await deleteCheckObjects(env.MEDIA, id)
      await runBatch(db, [deleteCheck(db, id)])
    } catch (error) {
      log.warn('an old number check was not deleted', { id, ...errorFields(error) })
    }
  }
}
