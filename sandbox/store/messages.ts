// Every message the sandbox accepted, one row a frame: a frame whose (recipient, id) came before is a repeat.
import type { Database } from './database.ts'

export interface MessageButton {
  title: string
  type: string
  url?: string
}

export interface MessageMedia {
  mimetype: string
  directPath: string
  mediaKey: string
  kind: string
  fileName?: string
}

export interface MessageContent {
  type: string
  text: string
  buttons?: MessageButton[]
  media?: MessageMedia
}

interface Sent {
  id: string
  sender: string
  device: number
  recipient: string
  jid: string
  time: number
}

export interface NewMessage extends Sent, MessageContent {
  decrypted: boolean
  error?: string
  acked: boolean
}

export interface MessageRow extends Sent {
  seq: number
  type: string
  text: string
  buttons: string | null
  media: string | null
  decrypted: number
  error: string | null
  acked: number
  revoked: number
  delivered: number
  read: number
  repeat: number
}

export function messageStore(db: Database) {
  const firstOf = (recipient: string, id: string): MessageRow | undefined =>
    db.all<MessageRow>('SELECT * FROM messages WHERE recipient = ? AND id = ? ORDER BY seq LIMIT 1', recipient, id)[0]
  return {
    firstOf,
    add(message: NewMessage): { seq: number; repeat: number } {
      const { recipient, id } = message
      const repeat = db.count('SELECT count(*) AS n FROM messages WHERE recipient = ? AND id = ?', recipient, id)
      const buttons = message.buttons ? JSON.stringify(message.buttons) : null
      const media = message.media ? JSON.stringify(message.media) : null
      const { id: seq } = db.run(
        `INSERT INTO messages (id, sender, device, recipient, jid, time, type, text, buttons, media, decrypted, error,
           acked, delivered, repeat) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        message.sender,
        message.device,
        recipient,
        message.jid,
        message.time,
        message.type,
        message.text,
        buttons,
        media,
        message.decrypted ? 1 : 0,
        message.error ?? null,
        message.acked ? 1 : 0,
        message.decrypted ? 1 : 0,
        repeat,
      )
      if (repeat > 0 && message.decrypted) {
        // The sender answered a retry receipt: the first row becomes readable.
        db.run(
          `UPDATE messages SET decrypted = 1, error = NULL, delivered = 1, type = ?, text = ?, buttons = ?, media = ?
           WHERE recipient = ? AND id = ? AND decrypted = 0`,
          message.type,
          message.text,
          buttons,
          media,
          recipient,
          id,
        )
      }
      return { seq, repeat }
    },
    setAcked(seq: number, acked: boolean): void {
      db.run('UPDATE messages SET acked = ? WHERE seq = ?', acked ? 1 : 0, seq)
    },
    receivedBy: (phone: string): MessageRow[] =>
      db.all<MessageRow>('SELECT * FROM messages WHERE recipient = ? ORDER BY seq', phone),
    sentBy: (phone: string): MessageRow[] =>
      db.all<MessageRow>('SELECT * FROM messages WHERE sender = ? AND repeat = 0 ORDER BY seq', phone),
    sentById: (phone: string, id: string): MessageRow | undefined =>
      db.all<MessageRow>('SELECT * FROM messages WHERE sender = ? AND id = ? ORDER BY seq LIMIT 1', phone, id)[0],
    byId: (id: string, sender: string | undefined): MessageRow | undefined =>
      db.all<MessageRow>(
        'SELECT * FROM messages WHERE id = ? AND (? IS NULL OR sender = ?) ORDER BY seq LIMIT 1',
        id,
        sender ?? null,
        sender ?? null,
      )[0],
    newest: (sender: string | undefined): MessageRow | undefined =>
      db.all<MessageRow>(
        `SELECT * FROM messages WHERE repeat = 0 AND type NOT IN ('revoke', 'protocol') AND (? IS NULL OR sender = ?)
         ORDER BY seq DESC LIMIT 1`,
        sender ?? null,
        sender ?? null,
      )[0],
    /** The phone cannot read it any more; the next readable frame of the same id mends that. */
    setLost(recipient: string, id: string): void {
      db.run(
        `UPDATE messages SET decrypted = 0, error = 'lost', type = 'unreadable', text = '', buttons = NULL, media = NULL
         WHERE recipient = ? AND id = ? AND repeat = 0`,
        recipient,
        id,
      )
    },
    all: (limit: number, after: number): MessageRow[] =>
      db.all<MessageRow>('SELECT * FROM messages WHERE seq > ? ORDER BY seq LIMIT ?', after, limit),
    bySeq: (seq: number): MessageRow | undefined => db.all<MessageRow>('SELECT * FROM messages WHERE seq = ?', seq)[0],
    hasChat: (sender: string, recipient: string): boolean =>
      db.all('SELECT 1 AS n FROM messages WHERE sender = ? AND recipient = ? LIMIT 1', sender, recipient)[0] !==
        undefined ||
      db.all('SELECT 1 AS n FROM replies WHERE recipient = ? AND sender = ? LIMIT 1', sender, recipient)[0] !==
        undefined,
    unreadBy: (phone: string): MessageRow[] =>
      db.all<MessageRow>(
        'SELECT * FROM messages WHERE recipient = ? AND read = 0 AND decrypted = 1 AND repeat = 0 ORDER BY seq',
        phone,
      ),
    setRead(recipient: string, id: string): void {
      db.run('UPDATE messages SET read = 1 WHERE recipient = ? AND id = ?', recipient, id)
    },
    setRevoked(sender: string, id: string): number {
      return db.run('UPDATE messages SET revoked = 1 WHERE sender = ? AND id = ?', sender, id).changes
    },
  }
}
