// Linked devices of a phone and what they uploaded: identity, signed pre-key, one-time pre-keys.
import type { Database } from './database.ts'

export interface SignedKey {
  id: Uint8Array
  value: Uint8Array
  signature: Uint8Array
}

export interface Device {
  phone: string
  id: number
  noise: Uint8Array
  identity: Uint8Array
  registration: Uint8Array
  skey: SignedKey
  /** Unix milliseconds */
  linkedAt: number
}

export interface PreKey {
  id: Uint8Array
  value: Uint8Array
}

interface DeviceRow {
  phone: string
  id: number
  noise: Uint8Array
  identity: Uint8Array
  registration: Uint8Array
  skey_id: Uint8Array
  skey_value: Uint8Array
  skey_signature: Uint8Array
  linked_at: number
}

function present(row: DeviceRow): Device {
  return {
    phone: row.phone,
    id: row.id,
    noise: row.noise,
    identity: row.identity,
    registration: row.registration,
    skey: { id: row.skey_id, value: row.skey_value, signature: row.skey_signature },
    linkedAt: row.linked_at,
  }
}

export function deviceStore(db: Database) {
  return {
    of: (phone: string): Device[] =>
      db.all<DeviceRow>('SELECT * FROM devices WHERE phone = ? ORDER BY id', phone).map(present),
    get(phone: string, id: number): Device | undefined {
      const row = db.all<DeviceRow>('SELECT * FROM devices WHERE phone = ? AND id = ?', phone, id)[0]
      return row && present(row)
    },
    add(device: Device): void {
      db.run(
        'INSERT INTO devices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        device.phone,
        device.id,
        device.noise,
        device.identity,
        device.registration,
        device.skey.id,
        device.skey.value,
        device.skey.signature,
        device.linkedAt,
      )
    },
    remove(phone: string, id: number): void {
      for (const table of ['prekeys', 'pending']) {
        db.run(`DELETE FROM ${table} WHERE phone = ? AND device = ?`, phone, id)
      }
      db.run('DELETE FROM devices WHERE phone = ? AND id = ?', phone, id)
    },
    rotate(phone: string, id: number, skey: SignedKey): void {
      db.run(
        'UPDATE devices SET skey_id = ?, skey_value = ?, skey_signature = ? WHERE phone = ? AND id = ?',
        skey.id,
        skey.value,
        skey.signature,
        phone,
        id,
      )
    },
    addPreKey(phone: string, id: number, key: PreKey): void {
      db.run('INSERT INTO prekeys (phone, device, key_id, value) VALUES (?, ?, ?, ?)', phone, id, key.id, key.value)
    },
    /** A one-time key is handed out once. */
    takePreKey(phone: string, id: number): PreKey | undefined {
      const row = db.all<{ seq: number; key_id: Uint8Array; value: Uint8Array }>(
        'SELECT seq, key_id, value FROM prekeys WHERE phone = ? AND device = ? ORDER BY seq LIMIT 1',
        phone,
        id,
      )[0]
      if (!row) return undefined
      db.run('DELETE FROM prekeys WHERE seq = ?', row.seq)
      return { id: row.key_id, value: row.value }
    },
    countPreKeys: (phone: string, id: number): number =>
      db.count('SELECT count(*) AS n FROM prekeys WHERE phone = ? AND device = ?', phone, id),
    /** whether the device confirmed that it has the phone's history */
    isSynced: (phone: string, id: number): boolean =>
      db.all('SELECT 1 AS n FROM synced_devices WHERE phone = ? AND id = ?', phone, id)[0] !== undefined,
    setSynced(phone: string, id: number): void {
      db.run('INSERT OR IGNORE INTO synced_devices (phone, id) VALUES (?, ?)', phone, id)
    },
    total: (): number => db.count('SELECT count(*) AS n FROM devices'),
  }
}
