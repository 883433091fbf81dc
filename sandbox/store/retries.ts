// How often a phone asked a sender to send a message again because it could not read it.
import type { Database } from './database.ts'

export function retryStore(db: Database) {
  return {
    /** Counts one more request and returns how many that makes. */
    ask(recipient: string, id: string): number {
      db.run(
        `INSERT INTO retries (recipient, id, count) VALUES (?, ?, 1)
         ON CONFLICT (recipient, id) DO UPDATE SET count = count + 1`,
        recipient,
        id,
      )
      return db.count('SELECT count AS n FROM retries WHERE recipient = ? AND id = ?', recipient, id)
    },
  }
}
