// Links a phone as a member does: asks for a QR or a code, gets it on the member's own channel, scans or types it on the phone.
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { type AccountPurpose } from '../../contract/ground/account-purpose.ts'
import { LINK_CONSENT_VERSION } from '../../contract/sending/whatsapp.ts'
import type { Person } from './api.ts'
import { pause } from './until.ts'
import type { Controls } from './controls.ts'

type Listener = {
  next: (wanted: (event: BrowserEvent) => boolean, ms: number) => Promise<BrowserEvent>
  close: () => void
}

/** Collects a person's events from now on. */
const listen = async (person: Person, deviceId: string): Promise<Listener> => {
  const { ticket } = await person.post<{ ticket: string }>('/auth/ws-ticket')
  const address = `${person.origin.replace('http', 'ws')}/api/ws?deviceId=${deviceId}&token=${encodeURIComponent(ticket)}`
  const socket = new WebSocket(address)
  const heard: BrowserEvent[] = []
  const waiting = new Set<() => void>()
  socket.addEventListener('message', ({ data }) => {
    const text = String(data)
    if (!text.startsWith('{')) return
    const frame = JSON.parse(text) as BrowserEvent | { events: BrowserEvent[] }
    heard.push(...('events' in frame ? frame.events : [frame]))
    for (const wake of waiting) wake()
  })
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done())
    socket.addEventListener('error', () => fail(new Error('the own channel did not open')))
  })
  socket.send('ping')
  return {
    next: async (wanted, ms) => {
      const deadline = Date.now() + ms
      for (let at = 0; ; ) {
        for (; at < heard.length; at++) {
          const event = heard[at]
          if (event !== undefined && wanted(event)) {
            heard.splice(0, at + 1)
            return event
          }
        }
        if (Date.now() > deadline) {
          throw new Error(`no such event within ${ms} ms; heard ${heard.map((e) => e.event).join(', ') || 'nothing'}`)
        }
        await new Promise<void>((done) => {
          const wake = (): void => {
            waiting.delete(wake)
            clearTimeout(timer)
            done()
          }
          const timer = setTimeout(wake, 250)
          waiting.add(wake)
        })
      }
    },
    close: () => socket.close(),
  }
}

export type Linked = { accountId: string; clientid: string; phone: string }
const LINK_MS = 60_000

/** @throws Error with the product's own reason when the link fails. */
export const linkAccount = async (
  person: Person,
  controls: Controls,
  phone: string,
  mode: 'qr' | 'code',
  purpose: AccountPurpose = 'blast',
): Promise<Linked> => {
  const clientid = `demo-${phone}-${Date.now().toString(36)}`
  const listener = await listen(person, clientid)
  const about = (event: BrowserEvent): boolean => event.payload.deviceId === clientid
  const orFailure = (name: string) => (event: BrowserEvent) =>
    about(event) && (event.event === name || event.event === 'link_failed')
  try {
    const { id } = await person.post<{ id: string }>('/admin/whatsapp/new-client', {
      deviceId: clientid,
      previousDeviceId: null,
      userId: person.id,
      ...(mode === 'code' ? { phoneNumber: phone } : {}),
      consentVersion: LINK_CONSENT_VERSION,
      purpose,
    })
    const shown = await listener.next(orFailure(mode), LINK_MS)
    if (shown.event === 'link_failed') throw new Error(`link of ${phone} failed: ${shown.payload.reason}`)
    if (shown.event === 'qr') await controls.scan(phone, shown.payload.qr)
    if (shown.event === 'code') await controls.enterCode(phone, shown.payload.code)
    const end = await listener.next(orFailure('authenticated'), LINK_MS)
    if (end.event === 'link_failed') throw new Error(`link of ${phone} failed: ${end.payload.reason}`)
    for (let tries = 0; tries < 100; tries++) {
      const { state } = await person.get<{ state: string }>(`/admin/whatsapp/client-state/${clientid}`)
      if (state === 'CONNECTED') return { accountId: id, clientid, phone }
      await pause(100)
    }
    throw new Error(`${phone} was linked but did not connect`)
  } finally {
    listener.close()
  }
}
