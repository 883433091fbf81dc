// What people wrote to linked accounts, kept in plain form so that it can be encrypted anew when a device asks.
import type { Database } from './database.ts'

export interface ReplyRow {
  seq: number
  id: string
  sender: string
  recipient: string
  text: string
  body: Uint8Array
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
  body: Uint8Array
  byLid: boolean
  optOut: boolean
  time: number
}

export function replyStore(db: Database) {
  return {
    add(reply: NewReply): void {
      db.run(
        `INSERT INTO replies (id, sender, recipient, text, body, by_lid, opt_out, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        reply.id,
        reply.sender,
        reply.recipient,
        reply.text,
        reply.body,
        reply.byLid ? 1 : 0,
        reply.optOut ? 1 : 0,
        reply.time,
      )
    },
    get: (id: string): ReplyRow | undefined => db.get<ReplyRow>('SELECT * FROM replies WHERE id = ?', id),
    setDelivered(id: string, time: number): void {
      db.run('UPDATE replies SET delivered_at = ? WHERE id = ? AND delivered_at = 0', time, id)
    },
    ofPhone: (phone: string): ReplyRow[] =>
      db.all<ReplyRow>('SELECT * FROM replies WHERE recipient = ? OR sender = ? ORDER BY seq', phone, phone),
  }
}
