// The local mailbox: what the product would have sent by mail.
import type { Database } from './database.ts'

export interface Mail {
  id: number
  /** Unix milliseconds */
  time: number
  to: string
  subject: string
  text: string
  html: string
}

export function mailStore(db: Database) {
  return {
    add(mail: Omit<Mail, 'id' | 'time'>, time: number): number {
      return db.run(
        'INSERT INTO mail (time, recipient, subject, text, html) VALUES (?, ?, ?, ?, ?)',
        time,
        mail.to,
        mail.subject,
        mail.text,
        mail.html,
      ).id
    },
    list: (to: string | undefined): Mail[] =>
      db.all<Mail & { id: number }>(
        `SELECT seq AS id, time, recipient AS "to", subject, text, html FROM mail
         WHERE ? IS NULL OR recipient = ? ORDER BY seq DESC LIMIT 200`,
        to ?? null,
        to ?? null,
      ),
  }
}
