// What an account's object has on record about itself.
import type { AccountDocument } from '../../../durable-objects/account-blast/document.ts'
import type { accountObject } from '../../../durable-objects/stubs.ts'
import { inside } from './stage.ts'

type Account = ReturnType<typeof accountObject>

export const documentOf = (object: Account): Promise<AccountDocument> =>
  inside(
    object,
    ({ sql }) => JSON.parse(sql.exec<{ value: string }>('select value from document').one().value) as AccountDocument,
  )
/** Makes a timer due, and lets the alarm come. */
export const fire = (object: Account, timer: string): Promise<void> =>
  inside(object, async ({ alarm, sql }) => {
    sql.exec('insert into timers (name, due) values (?, 0) on conflict (name) do update set due = 0', timer)
    await alarm()
  })
/** Attempts without an answer are older by this. */
export const age = async (object: Account, ms: number, timer: 'ack' | 'unknown'): Promise<void> => {
  await inside(object, ({ sql }) => sql.exec('update attempts set created_at = created_at - ?', ms))
  await fire(object, timer)
}
