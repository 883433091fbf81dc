// An admin's open screen: the rows it shows and what it hears of them.
import { ADMIN_CLIENT_ID } from '../../../contract/ground/channels.ts'
import type { BrowserEvent, EventCounts } from '../../../contract/operation/events.ts'
import { eventFrame } from '../../support/event-frames.ts'
import { WATCH_ROWS, type Watch } from '../../../contract/operation/watched-rows.ts'
import { adminChannel } from '../../../durable-objects/stubs.ts'
import { bound } from './database.ts'

export const listenAsAdmin = async (rows: Watch) => {
  const headers = { upgrade: 'websocket', 'x-session': 's', 'x-device': ADMIN_CLIENT_ID, 'x-watch': WATCH_ROWS }
  const { webSocket } = await adminChannel(bound).fetch(new Request('https://channel/ws', { headers }))
  if (!webSocket) throw new Error('no socket')
  const heard: BrowserEvent[] = []
  const screen = {
    heard,
    frames: 0,
    about: (accountId: string): BrowserEvent[] => heard.filter((e) => e.payload.sender?.id === accountId),
    /** Of an event, over all accounts. */
    total: (name: keyof EventCounts): number =>
      heard.reduce((sum, e) => sum + (e.event === 'totals' ? (e.payload.moved[name] ?? 0) : 0), 0),
    watch: (next: Watch): void => webSocket.send(JSON.stringify({ watch: next })),
    close: (): void => webSocket.close(),
  }
  webSocket.accept()
  webSocket.addEventListener('message', ({ data }) => {
    const frame = eventFrame.parse(JSON.parse(String(data)))
    screen.frames += 1
    heard.push(...('events' in frame ? frame.events : [frame]))
  })
  screen.watch(rows)
  return screen
}
