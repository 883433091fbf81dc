// One call after the other in this process. A lock file keeps other processes out, and is waited for without letting its own
// process go on: a second call would wait for the first for ever.

export const inTurn = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
