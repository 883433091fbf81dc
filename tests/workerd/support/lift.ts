// Takes somebody off the stopped by the two people that it needs (rule lift).
import { expect } from 'vitest'
import { ask } from './api.ts'
import { run } from './database.ts'
import { makePerson } from './people.ts'

export const liftByTwo = async (id: number | undefined): Promise<void> => {
  const [asker, second] = [await makePerson('admin'), await makePerson('admin')]
  const asked = await ask<{ approval: { id: string } }>('DELETE', `/admin/suppression/${id}`, {
    token: asker.token,
    body: { reason: 'Mengisi formulir baru di toko' },
  })
  expect(asked.status).toBe(202)
  const body = { id: asked.json.approval.id, approve: true }
  expect((await ask('PUT', '/admin/approval/decide', { token: second.token, body })).status).toBe(200)
}
/** As if they had written MULAI to an account a moment after they stopped. */
export const writesThemselves = (id: number | undefined): Promise<unknown> =>
  run(
    `insert into consent_history (hash, number, event, source, by, at)
     select hash, number, 'opt_in', '3EB0', 'acc-heard', created_at + 1 from suppressions where id = ?`,
    id,
  )
