// Which account an event is about. Pure.
import type { BrowserEvent } from '../../contract/operation/events.ts'

/** The realtime monitor's filter: device id or sender id; the account's own names count as well. */
export const isAbout = ({ payload }: BrowserEvent, id: string): boolean =>
  [payload.deviceId, payload.clientId, payload.whatsappId, payload.sender?.id, payload.sender?.clientid].includes(id)
