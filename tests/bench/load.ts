// So many requests at once, over connections that stay open, for so long: requests a second and how long each took.
import { Agent, get } from 'node:http'

export type Load = { perSecond: number; times: number[] }
const once = (url: string, agent: Agent, headers: Record<string, string>): Promise<number> =>
  new Promise((done, fail) => {
    const began = performance.now()
    get(url, { agent, headers }, (response) => {
      response.on('error', fail)
      response.on('end', () => {
        if (response.statusCode === 200) done(performance.now() - began)
        else fail(new Error(`${url}: ${response.statusCode}`))
      })
      response.resume()
    }).on('error', fail)
  })

export const loadOf = async (url: string, token: string, ask: { atOnce: number; ms: number }): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: ask.atOnce })
  const headers = { authorization: `Bearer ${token}` }
  const times: number[] = []
  try {
    await once(url, agent, headers)
    const began = performance.now()
    const until = began + ask.ms
    const worker = async (): Promise<void> => {
      while (performance.now() < until) times.push(await once(url, agent, headers))
    }
    await Promise.all(Array.from({ length: ask.atOnce }, worker))
    return { perSecond: (times.length * 1_000) / (performance.now() - began), times }
  } finally {
    agent.destroy()
  }
}
