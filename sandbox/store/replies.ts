// What people wrote to linked accounts. What phones wrote to devices, replies and deletions alike, is kept in plain
// form as well, so that it can be encrypted again when a device asks.
import type { Database } from './database.ts'

export interface ReplyRow {
  seq: number
  id: string
  sender: string
  recipient: string
  text: string
  by_lid: number
  opt_out: number
  time: number
  delivered_at: number
}

export interface NewReply {
  id: string
  sender: string
  recipient: string
  text: string
  byLid: boolean
  optOut: boolean
  time: number
}

export interface Written {
  id: string
  /** the phone that wrote it */
  owner: string
  attrs: Record<string, string>
  body: Uint8Array
}

export function replyStore(db: Database) {
  return {
    add(reply: NewReply): void {
      db.run(
        `INSERT INTO replies (id, sender, recipient, text, by_lid, opt_out, time) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        reply.id,
        reply.sender,
        reply.recipient,
        reply.text,
        reply.byLid ? 1 : 0,
        reply.optOut ? 1 : 0,
        reply.time,
      )
    },
    keepWritten({ id, owner, attrs, body }: Written): void {
      db.run('INSERT INTO written (id, owner, attrs, body) VALUES (?, ?, ?, ?)', id, owner, JSON.stringify(attrs), body)
    },
    getWritten(id: string): Written | undefined {
      const row = db.all<{ id: string; owner: string; attrs: string; body: Uint8Array }>(
        'SELECT * FROM written WHERE id = ?',
        id,
      )[0]
      return row && { ...row, attrs: JSON.parse(row.attrs) as Record<string, string> }
    },
    setDelivered(id: string, time: number): void {
      db.run('UPDATE replies SET delivered_at = ? WHERE id = ? AND delivered_at = 0', time, id)
    },
    ofPhone: (phone: string): ReplyRow[] =>
      db.all<ReplyRow>('SELECT * FROM replies WHERE recipient = ? OR sender = ? ORDER BY seq', phone, phone),
  }
}
