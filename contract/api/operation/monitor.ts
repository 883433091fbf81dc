// The monitor that dev reads: account objects, runners and open channels. Reads only.
import { localAnswer, monitorQuery, remoteAnswer, socketAnswer } from '../../operation/monitor.ts'
import { call } from '../call.ts'

const DEVS = ['dev'] as const
const view = { roles: DEVS, own: 'none', reads: 'replica', query: monitorQuery } as const

export const monitorCalls = {
  'GET /dev/monitor/local': call({ ...view, answer: localAnswer }),
  'GET /dev/monitor/remote': call({ ...view, answer: remoteAnswer }),
  'GET /dev/monitor/socket': call({ ...view, answer: socketAnswer }),
}
