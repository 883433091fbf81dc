// Who is on WhatsApp: every number, unless a control said otherwise or it ends with 0000. The newest range wins.
import type { Database } from './database.ts'

interface Range {
  low: number
  high: number
  registered: number
}

export function contactStore(db: Database) {
  const ranges = db.all<Range>('SELECT low, high, registered FROM contact_ranges ORDER BY seq DESC')
  return {
    isRegistered(phone: string): boolean {
      const number = Number(phone)
      const range = ranges.find(({ low, high }) => number >= low && number <= high)
      return range ? range.registered === 1 : !phone.endsWith('0000')
    },
    set(from: string, to: string, registered: boolean): void {
      const range = { low: Number(from), high: Number(to), registered: registered ? 1 : 0 }
      ranges.unshift(range)
      db.run(
        'INSERT INTO contact_ranges (low, high, registered) VALUES (?, ?, ?)',
        range.low,
        range.high,
        range.registered,
      )
    },
  }
}
