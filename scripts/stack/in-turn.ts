// One call after the other in this process. A lock file keeps other processes out, and is waited for without letting its own
// process go on: a second call would wait for the first for ever.

export const inTurn = <A extends readonly unknown[], T>(
  work: (...args: A) => Promise<T>,
): ((...args: A) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (...args) => {
    const mine = last.then(() => work(...args))
    last = mine.catch(() => undefined)
    return mine
  }
}
