// All cases, by subject. workerd and the double both run this list.
import { alarmCases } from './alarms.ts'
import { closeCases } from './closes.ts'
import { d1Cases } from './d1.ts'
import { queueCases } from './queue.ts'
import { rpcCases } from './rpc.ts'
import { socketCases } from './sockets.ts'
import { sqlCases } from './sql.ts'
import { storageCases } from './storage.ts'
import type { Case } from './world.ts'

export const CASES: Record<string, readonly Case[]> = {
  'SQL of an object': sqlCases,
  'writes, crashes and outputs': storageCases,
  alarms: alarmCases,
  calls: rpcCases,
  websockets: socketCases,
  'ends of websockets': closeCases,
  D1: d1Cases,
  'queue and bucket': queueCases,
}
