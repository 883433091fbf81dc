// Lends products to the processes that run test files, one file at a time. A process holds a connection while it has the
// product: when it ends, however it ends, the connection breaks and the next process gets the product.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Lent, LoanCommand } from '../support/product.ts'

type Lendable = {
  address: Lent
  /** What a file wants done to it. */
  obey: (command: LoanCommand) => void
}
type Lender<P> = { port: number; close: () => Promise<P[]> }

/**
 * @param boot starts one more product; it is called when a file waits and none is free, `most` times at most.
 * `close` answers all products that were started, for the caller to stop.
 */
export const openLender = async <P extends Lendable>(boot: () => Promise<P>, most: number): Promise<Lender<P>> => {
  const started: Promise<P>[] = []
  const free: P[] = []
  const waiting: ((product: P) => void)[] = []
  const giveBack = (product: P): void => {
    const next = waiting.shift()
    if (next) next(product)
    else free.push(product)
  }
  const take = (): Promise<P> => {
    const product = free.pop()
    if (product) return Promise.resolve(product)
    if (started.length >= most) return new Promise((done) => waiting.push(done))
    const booting = boot()
    started.push(booting)
    return booting
  }
  const lend = async (line: Socket): Promise<void> => {
    let product: P
    try {
      product = await take()
    } catch (error) {
      // one that does not start is not tried again: every file that asks for it says why
      line.end(`${JSON.stringify({ failed: error instanceof Error ? error.message : String(error) })}\n`)
      return
    }
    if (line.destroyed) return giveBack(product)
    line.once('close', () => giveBack(product))
    createInterface({ input: line }).on('line', (command) => product.obey(command as LoanCommand))
    line.write(`${JSON.stringify({ lent: product.address })}\n`)
  }
  const server = createServer((line) => {
    // a file that was killed resets its connection; what counts is that it closes
    line.on('error', () => undefined)
    void lend(line)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      const ended = await Promise.allSettled(started)
      return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
  }
}
