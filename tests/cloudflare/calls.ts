// Which calls a command makes to Cloudflare, so that each can be made to fail once.
import type { Op } from './op.ts'

export type CallPattern = { method: string; path: RegExp }
const IDS = /^[0-9a-f-]{30,}$/
/** Calls of the account and its zones by their method and last segments, as a pattern each; ids differ from run to run. */
export const callsOf = async ({ double }: Op, work: () => Promise<unknown>): Promise<CallPattern[]> => {
  const from = double.calls.length
  await work()
  const seen = double.calls.slice(from).flatMap(({ method, path }) => {
    const [, , , root = '', ...rest] = path.split('/')
    if (root !== 'accounts' && root !== 'zones') return []
    const end = (rest.length === 0 ? [root] : rest.slice(1)).map((segment) => (IDS.test(segment) ? '[^/]+' : segment))
    return [`${method} ${end.join('/')}`]
  })
  return [...new Set(seen)].map((call) => {
    const [method = '', end = ''] = call.split(' ')
    return { method, path: new RegExp(`/${end}$`) }
  })
}
