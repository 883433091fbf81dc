// Questions to runners, until they are answered or their time is over.
export type Answered<A> = { answer: A; tookMs: number }

export class Questions<A> {
  readonly #open = new Map<string, (answer: A) => void>()

  /** null: no answer in time, or the question could not be sent. */
  ask(send: (requestId: string) => boolean, waitMs: number): Promise<Answered<A> | null> {
    const requestId = crypto.randomUUID()
    const sentAt = Date.now()
    return new Promise((resolve) => {
      const done = (answered: Answered<A> | null): void => {
        clearTimeout(timer)
        this.#open.delete(requestId)
        resolve(answered)
      }
      const timer = setTimeout(() => done(null), waitMs)
      this.#open.set(requestId, (answer) => done({ answer, tookMs: Date.now() - sentAt }))
      if (!send(requestId)) done(null)
    })
  }
  answer(requestId: string, answer: A): void {
    this.#open.get(requestId)?.(answer)
  }
}
