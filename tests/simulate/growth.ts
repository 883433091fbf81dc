// `node --import ./tests/simulate/platform/loader.ts tests/simulate/growth.ts ACCOUNTS DAYS A_DAY NUMBERS_EACH`: a small service
// works so many days (growing.ts); prints the bytes of each table before the first and at the end of every day.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GrowingService } from './growing.ts'
import { bytesOfTables, openService } from './growing-service.ts'
import { Random } from './platform/random.ts'

const [accounts = 80, days = 56, aDay = 333, numbersEach = 1_000] = process.argv.slice(2, 6).map(Number)
const numbers = accounts * numbersEach
const home = mkdtempSync(join(tmpdir(), 'wa-blaster-growth-'))
try {
  const random = new Random(1)
  const service = await openService(join(home, 'd1.sqlite'), { accounts, numbers }, random)
  const growing = new GrowingService(service, random)
  const snapshots = [bytesOfTables(service.database)]
  for (let day = 0; day < days; day++) {
    await growing.day(aDay)
    snapshots.push(bytesOfTables(service.database))
  }
  console.log(JSON.stringify({ accounts, days, messages: growing.messages, numbers, empty: service.empty, snapshots }))
} finally {
  rmSync(home, { recursive: true, force: true })
}
