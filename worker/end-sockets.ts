// Closes the sockets of sign-ins that ended, on the person's own channel and on the admins' (rule socket-ends).
import type { EndedSignIns } from '../durable-objects/rpc.ts'
import { adminChannel, userChannel } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'

const TRIES = 3

/** Never throws: a socket that no try could reach ends within half a day by itself. */
export const endSockets = async (env: Env, ended: EndedSignIns): Promise<void> => {
  const end = async (channel: () => { disconnect: (ended: EndedSignIns) => Promise<void> }): Promise<void> => {
    for (let tried = 1; tried <= TRIES; tried++) {
      try {
        return await channel().disconnect(ended)
      } catch (error) {
        log.warn('sockets of an ended sign-in not closed', { tried, ...errorFields(error) })
      }
    }
  }
  // anyone who was an admin until now may have sockets there, whatever the role is today
  await Promise.all([end(() => userChannel(env, ended.userId)), end(() => adminChannel(env))])
}
