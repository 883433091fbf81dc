// Long polls that wait for this account's next attempt (GET listen-message-created).
import type { CreatedMessage } from '../../../contract/sending/whatsapp.ts'
import type { Attempt } from '../tables/attempts-store.ts'

type NewAttempt = Pick<Attempt, 'message_id' | 'attempt_id' | 'number' | 'template_id' | 'job_id' | 'created_at'>

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
  created(a: NewAttempt): void {
    if (this.#waiting.size === 0) return
    const { message_id: id, attempt_id: attemptId, number, template_id, job_id: jobId } = a
    const message = { id, attemptId, number, template_id, jobId, date: new Date(a.created_at).toISOString() }
    for (const done of this.#waiting) done(message)
  }
}
