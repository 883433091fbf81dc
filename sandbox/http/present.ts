// Rows of the record as the controls show them.
import type { MessageMedia, MessageRow } from '../store/messages.ts'
import type { ReplyRow } from '../store/replies.ts'

export function presentMessage(row: MessageRow) {
  const media = row.media === null ? undefined : (JSON.parse(row.media) as MessageMedia)
  return {
    seq: row.seq,
    id: row.id,
    from: row.sender,
    to: row.recipient,
    time: row.time,
    text: row.text,
    type: row.type,
    ...(row.buttons === null ? {} : { buttons: JSON.parse(row.buttons) as unknown }),
    ...(media
      ? {
          media: {
            kind: media.kind,
            mimetype: media.mimetype,
            url: `/sandbox/media/${row.seq}`,
            ...(media.fileName ? { fileName: media.fileName } : {}),
          },
        }
      : {}),
    deviceId: row.device,
    decrypted: row.decrypted === 1,
    ...(row.error === null ? {} : { error: row.error }),
    acked: row.acked === 1,
    ...(row.revoked === 1 ? { revoked: true } : {}),
    ...(row.delivered === 1 ? { delivered: true } : {}),
    ...(row.read === 1 ? { read: true } : {}),
    ...(row.repeat > 0 ? { repeat: row.repeat } : {}),
  }
}

export type ShownMessage = ReturnType<typeof presentMessage>

export interface Bubble extends Partial<ShownMessage> {
  id: string
  /** mine: this phone wrote it (or its linked device did) */
  mine: boolean
  chat: string
  text: string
  time: number
}

/** Both sides of a phone's chats in one list, oldest first. */
export function presentChats(phone: string, messages: MessageRow[], replies: ReplyRow[]): Bubble[] {
  const shown = messages
    .filter(({ repeat, type }) => repeat === 0 && type !== 'revoke' && type !== 'protocol')
    .map((row) => ({
      ...presentMessage(row),
      mine: row.sender === phone,
      chat: row.sender === phone ? row.recipient : row.sender,
    }))
  const written = replies.map((row) => ({
    id: row.id,
    from: row.sender,
    to: row.recipient,
    type: 'text',
    text: row.text,
    time: row.time,
    delivered: row.delivered_at > 0,
    mine: row.sender === phone,
    chat: row.sender === phone ? row.recipient : row.sender,
  }))
  return [...shown, ...written].toSorted((a, b) => a.time - b.time)
}
