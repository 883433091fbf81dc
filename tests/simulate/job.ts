// One of several processes that play histories (seeds.ts): FIRST COUNT.
import { type FromJob, playHere } from './seeds.ts'

const [first, count] = process.argv.slice(2).map(Number)
const tell = (message: FromJob): void => void process.send?.(message)
const played = await playHere({ first: first ?? 1, count: count ?? 0 }, (broken) => tell({ broken }))
tell({ played })
process.disconnect()
