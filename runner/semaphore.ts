// Limits how many sends run at a time in the whole process, so that the inbound frames of other accounts are still read.
export class Semaphore {
  readonly #limit: number
  #inside = 0
  readonly #waiting: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  get inside(): number {
    return this.#inside
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#inside += 1
    try {
      return await work()
    } finally {
      // yields to the event loop before the next send, so that sockets are read between sends
      await new Promise((resolve) => setImmediate(resolve))
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }
}
