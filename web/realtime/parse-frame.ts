// What came over the socket → events. Checked by hand and not by the contract's schema: zod would be a fifth of the
// first load. Unknown names and payloads are dropped here, the rest is typed by name.
import type { LiveEvent } from './events.ts'

const isEvent = (value: unknown): value is LiveEvent => {
  if (!value || typeof value !== 'object') return false
  const { event, payload } = value as Record<string, unknown>
  if (typeof event !== 'string' || !payload || typeof payload !== 'object') return false
  const { deviceId, version } = payload as Record<string, unknown>
  return typeof deviceId === 'string' && (version === undefined || typeof version === 'number')
}

export const parseFrame = (data: unknown): LiveEvent[] => {
  if (typeof data !== 'string' || !data.startsWith('{')) return []
  try {
    const frame = JSON.parse(data) as { events?: unknown }
    return (Array.isArray(frame.events) ? frame.events : [frame]).filter(isEvent)
  } catch {
    return []
  }
}
