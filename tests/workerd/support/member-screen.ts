// A member's open screen: what it is told of their accounts.
import { userClientId } from '../../../contract/ground/channels.ts'
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import { eventFrame } from '../../support/event-frames.ts'
import { userChannel } from '../../../durable-objects/stubs.ts'
import { bound } from './database.ts'

export const listenAsMember = async (userId: string) => {
  const headers = { upgrade: 'websocket', 'x-user': userId, 'x-session': 's', 'x-device': userClientId(userId) }
  const { webSocket } = await userChannel(bound, userId).fetch(new Request('https://channel/ws', { headers }))
  if (!webSocket) throw new Error('no socket')
  const heard: BrowserEvent[] = []
  webSocket.accept()
  webSocket.addEventListener('message', ({ data }) => {
    const frame = eventFrame.parse(JSON.parse(String(data)))
    heard.push(...('events' in frame ? frame.events : [frame]))
  })
  return {
    /** What the account's state was last said to be. */
    state: (accountId: string) =>
      heard
        .flatMap((e) => (e.event === 'connection.update' && e.payload.whatsappId === accountId ? [e.payload] : []))
        .at(-1),
    /** Which campaigns the account was said to send, one after the other. */
    campaigns: (accountId: string) =>
      heard.flatMap((e) =>
        e.event === 'progressing' && e.payload.whatsappId === accountId ? [e.payload.campaign ?? null] : [],
      ),
    /** How often it was said that a request moved. */
    withdraws: (): number => heard.filter(({ event }) => event === 'withdraw').length,
    close: (): void => webSocket.close(),
  }
}
