// The blaster's calls, as an admin makes them, and what tests wait for.
import type { BlasterJob } from '../../../contract/blaster.ts'
import { ask, type Person } from '../api.ts'
import { until } from './fake-runner.ts'
import { acked, type linkedAccount, one } from './stage.ts'

export type Sent = {
  jobId: string
  job: BlasterJob
  refused: { number: string; reason: string }[]
  msg: string
  reason: string
}
export const sendAs = (who: Person, body: object) =>
  ask<Sent>('POST', '/admin/whatsapp/send-message/1', { token: who.token, body })
const jobOf = async (who: Person, id: string): Promise<BlasterJob> =>
  (await ask<{ job: BlasterJob }>('GET', `/admin/blaster/${id}`, { token: who.token })).json.job
export const endOf = (who: Person, id: string) =>
  until('the end of the job', async () => {
    const job = await jobOf(who, id)
    return job.status === 'idle' ? job : null
  })
export type Account = Awaited<ReturnType<typeof linkedAccount>>
export const answerAll = async ({ socket }: Account, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say(acked(socket, i))
  }
}
export const settled = () =>
  until(
    'settled',
    async () => (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use = 1')).n === 0,
  )
