// Figures read from the record itself, never counted on the side: repeats, duplicates, unreadable, after opt-out.
import type { Database } from './database.ts'

export interface RepeatFigure {
  recipient: string
  messageId: string
  /** frames accepted beyond the first */
  count: number
  /** true when the first frame was unreadable and the sender was asked to send again */
  retry: boolean
}

export function statsStore(db: Database) {
  return {
    messages: () => ({
      accepted: db.count('SELECT count(*) AS n FROM messages'),
      distinct: db.count('SELECT count(*) AS n FROM messages WHERE repeat = 0'),
      repeats: db.count('SELECT count(*) AS n FROM messages WHERE repeat > 0'),
      acked: db.count('SELECT count(*) AS n FROM messages WHERE repeat = 0 AND acked = 1'),
    }),
    undecrypted: (): number => db.count('SELECT count(*) AS n FROM messages WHERE repeat = 0 AND decrypted = 0'),
    repeats: (): RepeatFigure[] =>
      db
        .all<{ recipient: string; messageId: string; count: number; retries: number }>(
          `SELECT recipient, id AS messageId, max(repeat) AS count, sum(retry) AS retries FROM (
             SELECT recipient, id, repeat, repeat > 0 AND EXISTS (SELECT 1 FROM retries r
               WHERE r.recipient = messages.recipient AND r.id = messages.id) AS retry FROM messages)
           GROUP BY recipient, id HAVING max(repeat) > 0 ORDER BY recipient LIMIT 1000`,
        )
        .map(({ retries, ...figure }) => ({ ...figure, retry: retries > 0 })),
    duplicatesByRecipient: (): { recipient: string; count: number }[] =>
      db.all(
        `SELECT recipient, count(*) AS count FROM messages WHERE repeat = 0 AND type <> 'revoke'
         GROUP BY recipient HAVING count(*) > 1 ORDER BY recipient LIMIT 10000`,
      ),
    optOuts: (): { sender: string; recipient: string; text: string; time: number; deliveredAt: number }[] =>
      db.all(
        `SELECT sender, recipient, text, time, delivered_at AS deliveredAt FROM replies WHERE opt_out = 1
         ORDER BY seq LIMIT 10000`,
      ),
    sentAfterOptOut: (graceMs: number): { recipient: string; messageId: string; time: number; text: string }[] =>
      db.all(
        `SELECT m.recipient, m.id AS messageId, m.time, m.text FROM messages m JOIN replies r ON r.sender = m.recipient
         WHERE r.opt_out = 1 AND r.delivered_at > 0 AND m.acked = 1 AND m.repeat = 0 AND m.time > r.delivered_at + ?
         GROUP BY m.seq ORDER BY m.seq LIMIT 1000`,
        graceMs,
      ),
  }
}
