// Asks the account's object for the content of a sent message that its recipient could not decrypt. The object has it, and it
// alone knows whether that person may still be written to.
import type { MessageContent } from '../contract/operation/runner.ts'

const ANSWER_MS = 10_000

export class ContentRequests {
  readonly #put: (messageId: string) => void
  readonly #mayRepeat: () => boolean
  readonly #open = new Map<string, ((content: MessageContent | null) => void)[]>()

  /** @param mayRepeat asked when the content comes: a message that is repeated leaves, too, and without a lease none may (rule one-runner) */
  constructor(put: (messageId: string) => void, mayRepeat: () => boolean) {
    this.#put = put
    this.#mayRepeat = mayRepeat
  }

  /** null: the object does not know the message, or does not answer; the recipient's app asks again. */
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
    const given = this.#mayRepeat() ? content : null
    for (const resolve of waiting) resolve(given)
  }
}
