// Questions to the object for what was sent under a message id, when a recipient could not read it. The object keeps it, and
// it alone knows whether that person may still be written to.
import type { MessageContent } from '../contract/runner.ts'

const ANSWER_MS = 10_000

export class ContentRequests {
  readonly #put: (messageId: string) => void
  readonly #open = new Map<string, ((content: MessageContent | null) => void)[]>()

  constructor(put: (messageId: string) => void) {
    this.#put = put
  }

  /** null: the object does not know it, or does not answer; the recipient asks again. */
  ask(messageId: string): Promise<MessageContent | null> {
    return new Promise((resolve) => {
      const waiting = this.#open.get(messageId)
      if (waiting) return void waiting.push(resolve)
      this.#open.set(messageId, [resolve])
      setTimeout(() => this.answer(messageId, null), ANSWER_MS).unref()
      this.#put(messageId)
    })
  }
  answer(messageId: string, content: MessageContent | null): void {
    const waiting = this.#open.get(messageId) ?? []
    this.#open.delete(messageId)
    for (const resolve of waiting) resolve(content)
  }
}
