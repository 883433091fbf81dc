// HTTP agents that send an account's traffic through its proxy, and report when the proxy itself failed.
import { Agent as HttpsAgent } from 'node:https'
import type { Agent as HttpAgent, ClientRequest } from 'node:http'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { SocksProxyAgent } from 'socks-proxy-agent'
import { isPrivateLiteral, publicLookup } from './public-lookup.ts'

export class ProxyError extends Error {}

export type Agents = {
  /** for the websocket; undefined dials directly */
  socket: HttpAgent | undefined
  /** for media over https */
  fetch: HttpAgent | undefined
}

const CONNECT_TIMEOUT_MS = 15_000

type Connect<A extends unknown[], R> = (...args: A) => Promise<R>
/** Every error before the tunnel is established counts as the proxy's failure. */
const blame =
  <A extends unknown[], R>(connect: Connect<A, R>, failed: () => void): Connect<A, R> =>
  async (...args) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ProxyError('the proxy did not answer')), CONNECT_TIMEOUT_MS)
    })
    try {
      return await Promise.race([connect(...args), late])
    } catch (error) {
      failed()
      throw error instanceof ProxyError ? error : new ProxyError('the proxy refused or cannot be reached')
    } finally {
      clearTimeout(timer)
    }
  }

const makeProxyAgent = (url: URL, privateProxies: boolean, failed: () => void): HttpAgent => {
  if (!privateProxies && isPrivateLiteral(url.hostname)) throw new ProxyError('the proxy has a private address')
  const dial = privateProxies ? {} : { lookup: publicLookup }
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    const agent = new HttpsProxyAgent(url, dial)
    // without this the agent would replay a proxy's answer other than 200 as if it came from WhatsApp
    const connect = agent.connect.bind(agent)
    agent.connect = blame(async (request: ClientRequest, options: Parameters<typeof connect>[1]) => {
      let status = 200
      request.once('proxyConnect', (answer: { statusCode: number }) => {
        status = answer.statusCode
      })
      const socket = await connect(request, options)
      if (status === 200) return socket
      socket.destroy()
      throw new ProxyError(`the proxy answered ${status}`)
    }, failed)
    return agent
  }
  if (url.protocol === 'socks5:' || url.protocol === 'socks5h:') {
    // names are resolved by the proxy, as it would for a browser behind it
    const agent = new SocksProxyAgent(url.href.replace(/^socks5:/, 'socks5h:'), { socketOptions: dial })
    agent.connect = blame(agent.connect.bind(agent), failed)
    return agent
  }
  throw new ProxyError('the proxy has an unknown scheme')
}

/**
 * @param proxy url with credentials; null: direct
 * @param options `mediaCa`: certificate authority of the sandbox's media host; `privateProxies`: a proxy may stand in our own network,
 * as the sandbox's do
 * @throws ProxyError when the url is unusable
 */
export const makeAgents = (
  proxy: string | null,
  { mediaCa: ca, privateProxies }: { mediaCa: string | null; privateProxies: boolean },
  failed: () => void,
): Agents => {
  if (proxy === null) return { socket: undefined, fetch: ca === null ? undefined : new HttpsAgent({ ca }) }
  let url: URL
  try {
    url = new URL(proxy)
  } catch {
    throw new ProxyError('the proxy has an unusable address')
  }
  const agent = makeProxyAgent(url, privateProxies, failed)
  if (ca === null) return { socket: agent, fetch: agent }
  const fetch = makeProxyAgent(url, privateProxies, failed)
  Reflect.set(fetch, 'options', { ...(Reflect.get(fetch, 'options') as object), ca })
  return { socket: agent, fetch }
}
