// Signal sessions of phones (ratchets), by owner and the other side's address. The file is the only copy.
import type { Database } from './database.ts'

export function sessionStore(db: Database) {
  return {
    get: (owner: string, address: string): string | undefined =>
      db.all<{ record: string }>('SELECT record FROM sessions WHERE owner = ? AND address = ?', owner, address)[0]
        ?.record,
    set(owner: string, address: string, record: string): void {
      db.run('INSERT OR REPLACE INTO sessions (owner, address, record) VALUES (?, ?, ?)', owner, address, record)
    },
    remove(owner: string, address: string): void {
      db.run('DELETE FROM sessions WHERE owner = ? AND address = ?', owner, address)
    },
  }
}
