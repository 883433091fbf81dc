// A binary heap of events: the earliest first, and of two at the same time the one that was created first.
import type { Event } from './clock.ts'

const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.seq < b.seq)

export class EventHeap {
  readonly #events: Event[] = []

  get first(): Event | undefined {
    return this.#events[0]
  }
  push(event: Event): void {
    const events = this.#events
    let i = events.length
    events.push(event)
    while (i > 0) {
      const up = (i - 1) >> 1
      const parent = events[up] as Event
      if (before(parent, event)) break
      events[i] = parent
      i = up
    }
    events[i] = event
  }
  removeFirst(): void {
    const events = this.#events
    const last = events.pop()
    const { length } = events
    if (!last || length === 0) return
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= length) break
      const right = child + 1
      if (right < length && before(events[right] as Event, events[child] as Event)) child = right
      if (before(last, events[child] as Event)) break
      events[i] = events[child] as Event
      i = child
    }
    events[i] = last
  }
  clear(): void {
    this.#events.length = 0
  }
}
