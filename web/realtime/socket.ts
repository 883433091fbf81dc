// One websocket that stays: ticket, ping, full-jitter back-off, and word of each return (rule socket-ticket).
import { type BackOff, backOffMs } from '../../contract/ground/back-off.ts'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { parseFrame } from './parse-frame.ts'

export type SocketStatus = 'closed' | 'connecting' | 'open' | 'down'
export type SocketPorts = {
  /** A single-use ticket; throws when none is given. */
  ticket: () => Promise<string>
  connect: (ticket: string) => WebSocket
  onEvents: (events: BrowserEvent[]) => void
  onStatus: (status: SocketStatus) => void
  /** Said first on every socket that opens; null: nothing. */
  greeting: () => string | null
  /** Events may have been missed: fetch again. */
  onGap: () => void
  /** Somebody uses the page now, so a silence is to be noticed soon. */
  attended: () => boolean
  /** The server, which has answered before, has stopped to answer. */
  onSilent: () => void
  random: () => number
}

/** Pings are answered without waking the server's object, so many cost little. */
const TICK_MS = 700
const PING_MS = 25_000
/** Pings without any answer after which the line counts as silent: found within 3 s where somebody looks. */
const SILENT_PINGS = 3
const SILENCE_MS = 70_000
const BACK_OFF: BackOff = { baseMs: 1_000, capMs: 30_000 }
/** A connection this long makes the next loss the first one again. */
const STEADY_MS = 10_000
/** A ticket or an opening that takes longer does not come any more. */
const DIAL_MS = 15_000

export const makeSocket = (ports: SocketPorts) => {
  let wanted = false
  let socket: WebSocket | null = null
  let losses = 0
  let opened = 0
  let turn = 0
  let lastSeq: number | null = null
  let silent = false
  /** Only a server that answers pings can be found silent; it has not lost that by a new connection. */
  let answers = false
  let timers: ReturnType<typeof setTimeout>[] = []
  const clearTimers = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }

  const later = (): void => {
    clearTimers()
    const waitMs = backOffMs(losses, BACK_OFF, ports.random())
    losses += 1
    ports.onStatus('down')
    timers = [setTimeout(() => void dial(), waitMs)]
  }

  const watch = (mine: WebSocket): void => {
    let heard = Date.now()
    let pinged = Date.now()
    /** Counted, not timed: a slow phone runs late ticks, and hears what came meanwhile between two of them. */
    let unanswered = 1
    const ping = setInterval(() => {
      if (mine.readyState !== WebSocket.OPEN) return
      if (answers && Date.now() - heard > SILENCE_MS) return mine.close(4000, 'silent')
      if (answers && !silent && unanswered >= SILENT_PINGS) {
        silent = true
        ports.onStatus('down')
        ports.onSilent()
      }
      if (unanswered === 0 && !ports.attended() && Date.now() - pinged < PING_MS) return
      mine.send('ping')
      pinged = Date.now()
      unanswered += 1
    }, TICK_MS)
    timers.push(ping)
    mine.addEventListener('message', ({ data }) => {
      heard = Date.now()
      unanswered = 0
      if (silent) {
        silent = false
        ports.onStatus('open')
      }
      if (typeof data === 'string' && data.includes('pong')) answers = true
      const events = parseFrame(data)
      if (events.length === 0) return
      for (const { seq } of events) {
        if (seq === undefined) continue
        if (lastSeq !== null && seq > lastSeq + 1) ports.onGap()
        lastSeq = Math.max(lastSeq ?? seq, seq)
      }
      ports.onEvents(events)
    })
  }

  const dial = async (): Promise<void> => {
    clearTimers()
    turn += 1
    silent = false
    const mineTurn = turn
    if (losses === 0) ports.onStatus('connecting')
    const patience = setTimeout(() => {
      turn += 1
      const stuck = socket
      socket = null
      stuck?.close()
      later()
    }, DIAL_MS)
    timers.push(patience)
    const ticket = await ports.ticket().catch(() => null)
    // Closed, or dialled again, while the ticket was on its way.
    if (!wanted || mineTurn !== turn) return
    if (ticket === null) return later()
    const mine = ports.connect(ticket)
    socket = mine
    let openedAt = 0
    mine.addEventListener('open', () => {
      clearTimeout(patience)
      openedAt = Date.now()
      mine.send('ping')
      const greeting = ports.greeting()
      if (greeting !== null) mine.send(greeting)
      watch(mine)
      ports.onStatus('open')
      if (opened > 0) ports.onGap()
      opened += 1
      lastSeq = null
    })
    mine.addEventListener('close', () => {
      if (socket !== mine) return
      socket = null
      if (openedAt > 0 && Date.now() - openedAt > STEADY_MS) losses = 0
      if (wanted) later()
    })
  }

  return {
    /** Opens, or reuses what is connecting or open. */
    open: (): void => {
      if (wanted) return
      wanted = true
      losses = 0
      opened = 0
      void dial()
    },
    close: (): void => {
      wanted = false
      turn += 1
      clearTimers()
      socket?.close(1000)
      socket = null
      ports.onStatus('closed')
    },
    /** false: it is not open; the greeting of the next one says it. */
    say: (text: string): boolean => {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(text)
      return true
    },
    /** The network is back: do not wait the back-off out, nor for a socket that the loss has silenced. */
    hurry: (): void => {
      if (!wanted || (socket !== null && !silent) || timers.length === 0) return
      const dead = socket
      socket = null
      dead?.close()
      void dial()
    },
  }
}
