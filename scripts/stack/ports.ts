// Which TCP ports of 127.0.0.1 are free.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** Below the range that systems use for outgoing connections, one of which could take the port while its part restarts. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const given = new Set<number>()

/** A port that nobody listens on now and that this process has not handed out before. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 1_000; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT}.`)
}

/** @throws Error with one line that names the port. */
export const mustBeFree = async (port: number, variable: string): Promise<void> => {
  if (await isFree(port)) return
  throw new Error(`Port ${port} is taken by another program. Free it, or choose another: ${variable}=… npm start`)
}
