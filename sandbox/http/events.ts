// GET /sandbox/events: live events for the phone page, as server-sent events.
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { SandboxEvent, World } from '../protocol/world.ts'

const HEARTBEAT_MS = 15_000

export function eventStream(c: Context, world: World): Response {
  return streamSSE(c, async (stream) => {
    const queue: SandboxEvent[] = []
    let wake: () => void = () => undefined
    const take = (event: SandboxEvent): void => {
      queue.push(event)
      wake()
    }
    world.events.on('event', take)
    stream.onAbort(() => {
      world.events.off('event', take)
      wake()
    })
    await stream.writeSSE({ event: 'ready', data: '{}' })
    while (!stream.aborted && !stream.closed) {
      const event = queue.shift()
      if (event) {
        // Sent only after the change is committed.
        await world.store.committed()
        await stream.writeSSE({ data: JSON.stringify(event) })
        continue
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, HEARTBEAT_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (queue.length === 0 && !stream.aborted) await stream.writeSSE({ event: 'ping', data: '{}' })
    }
    world.events.off('event', take)
  })
}
