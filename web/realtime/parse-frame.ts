// What came over the socket → events. Checked by hand and not by the contract's schema: zod would be a fifth of the
// first load. What does not look like an event is dropped; for the keys of its name the server's types stand good.
import type { BrowserEvent } from '../../contract/operation/events.ts'

const isEvent = (value: unknown): value is BrowserEvent => {
  if (!value || typeof value !== 'object') return false
  const { event, payload } = value as Record<string, unknown>
  if (typeof event !== 'string' || !payload || typeof payload !== 'object') return false
  const { deviceId, version } = payload as Record<string, unknown>
  return typeof deviceId === 'string' && (version === undefined || typeof version === 'number')
}

export const parseFrame = (data: unknown): BrowserEvent[] => {
  if (typeof data !== 'string' || !data.startsWith('{')) return []
  try {
    const frame = JSON.parse(data) as { events?: unknown }
    return (Array.isArray(frame.events) ? frame.events : [frame]).filter(isEvent)
  } catch {
    return []
  }
}
