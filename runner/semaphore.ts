// Bounds how many sends are under way in the whole process, so that no account starves the others' inbound frames.
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
      // a loop of sends must let the process read: yield before the next one may start
      await new Promise((resolve) => setImmediate(resolve))
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }
}
