// Phones: numbers that are linked, listed on the page, banned, restricted or capped. An unknown number has defaults.
import type { Database } from './database.ts'

export interface Phone {
  phone: string
  name: string
  banned: boolean
  capped: boolean
  /** Unix seconds; 0 = not restricted */
  restrictedUntil: number
}

interface PhoneRow {
  phone: string
  name: string
  banned: number
  capped: number
  restricted_until: number
}

export function phoneStore(db: Database) {
  const ensure = (phone: string) => db.run('INSERT OR IGNORE INTO phones (phone) VALUES (?)', phone)
  const get = (phone: string): Phone => {
    const row = db.all<PhoneRow>('SELECT * FROM phones WHERE phone = ?', phone)[0]
    return {
      phone,
      name: row?.name ?? '',
      banned: row?.banned === 1,
      capped: row?.capped === 1,
      restrictedUntil: row?.restricted_until ?? 0,
    }
  }
  return {
    get,
    list: (): Phone[] =>
      db
        .all<{ phone: string }>('SELECT phone FROM phones WHERE listed = 1 ORDER BY rowid DESC LIMIT 500')
        .map(({ phone }) => get(phone)),
    add(phone: string, name = ''): void {
      ensure(phone)
      db.run("UPDATE phones SET listed = 1, name = coalesce(nullif(?, ''), name) WHERE phone = ?", name, phone)
    },
    setBanned(phone: string, banned: boolean): void {
      ensure(phone)
      db.run('UPDATE phones SET banned = ? WHERE phone = ?', banned ? 1 : 0, phone)
    },
    setCapped(phone: string, capped: boolean): void {
      ensure(phone)
      db.run('UPDATE phones SET capped = ? WHERE phone = ?', capped ? 1 : 0, phone)
    },
    setRestrictedUntil(phone: string, seconds: number): void {
      ensure(phone)
      db.run('UPDATE phones SET restricted_until = ? WHERE phone = ?', seconds, phone)
    },
    nextDevice(phone: string): number {
      ensure(phone)
      const id = db.count('SELECT next_device AS n FROM phones WHERE phone = ?', phone)
      db.run('UPDATE phones SET next_device = ? WHERE phone = ?', id + 1, phone)
      return id
    },
  }
}
