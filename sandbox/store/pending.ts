// Stanzas for a device that it has not acknowledged yet. They are sent again, marked offline, at its next login.
import type { Database } from './database.ts'

export interface PendingStanza {
  seq: number
  tag: string
  id: string
  node: Uint8Array
}

export function pendingStore(db: Database) {
  return {
    add(phone: string, device: number, tag: string, id: string, node: Uint8Array): void {
      db.run('INSERT INTO pending (phone, device, tag, id, node) VALUES (?, ?, ?, ?, ?)', phone, device, tag, id, node)
    },
    of: (phone: string, device: number): PendingStanza[] =>
      db.all<PendingStanza>(
        'SELECT seq, tag, id, node FROM pending WHERE phone = ? AND device = ? ORDER BY seq',
        phone,
        device,
      ),
    /** One acknowledgement frees one stanza: the delivered and the read receipt of a message share its id. */
    acknowledge(phone: string, device: number, tag: string, id: string): void {
      db.run(
        `DELETE FROM pending WHERE seq = (
           SELECT seq FROM pending WHERE phone = ? AND device = ? AND tag = ? AND id = ? ORDER BY seq LIMIT 1)`,
        phone,
        device,
        tag,
        id,
      )
    },
  }
}
