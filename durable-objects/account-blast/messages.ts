// Who waits for the next message that this account puts on record (GET listen-message-created).
import type { CreatedMessage } from '../../contract/whatsapp.ts'

export class MessageWatch {
  readonly #waiting = new Set<(message: CreatedMessage | null) => void>()

  /** null after waitMs without one. */
  next(waitMs: number): Promise<CreatedMessage | null> {
    return new Promise((resolve) => {
      const done = (message: CreatedMessage | null): void => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve(message)
      }
      const timer = setTimeout(() => done(null), waitMs)
      this.#waiting.add(done)
    })
  }
  created(message: CreatedMessage): void {
    for (const done of this.#waiting) done(message)
  }
}
