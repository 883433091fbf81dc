// Which TCP ports of 127.0.0.1 are free.
import { createServer } from 'node:net'

export const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** A port nobody listens on now. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => done(port))
    })
  })

/** @throws Error with one line that names the port. */
export const mustBeFree = async (port: number, variable: string): Promise<void> => {
  if (await isFree(port)) return
  throw new Error(`Port ${port} is taken by another program. Free it, or choose another: ${variable}=… npm start`)
}
