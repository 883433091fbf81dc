// What an account's object has on record about itself.
import { vi } from 'vitest'
import { Timers } from '../../../durable-objects/account-blast/core/timers.ts'
import type { AccountDocument, TimerName } from '../../../durable-objects/account-blast/document/document.ts'
import type { accountObject } from '../../../durable-objects/stubs.ts'
import { inside } from './stage.ts'

type Account = ReturnType<typeof accountObject>

export const documentOf = (object: Account): Promise<AccountDocument> =>
  inside(
    object,
    ({ sql }) => JSON.parse(sql.exec<{ value: string }>('select value from document').one().value) as AccountDocument,
  )
/** The alarm comes, and these timers are those that are due. */
export const fire = (object: Account, ...timers: TimerName[]): Promise<void> =>
  inside(object, async ({ alarm }) => {
    const due = vi.spyOn(Timers.prototype, 'dueTimers').mockReturnValueOnce(timers)
    await alarm().finally(() => due.mockRestore())
  })
/** Attempts without an answer are older by this. */
export const age = async (object: Account, ms: number, timer: 'ack' | 'unknown'): Promise<void> => {
  await inside(object, ({ sql }) => sql.exec('update attempts set created_at = created_at - ?', ms))
  await fire(object, timer)
}
