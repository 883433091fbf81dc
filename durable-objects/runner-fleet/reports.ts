// Report requests of the monitor to runners, until they are answered or their time is over.
import type { RunnerReport, RunnerSession } from '../../contract/monitor.ts'

export type RunnerAnswer = { report: RunnerReport; session: RunnerSession | null; tookMs: number }

export class Reports {
  readonly #open = new Map<string, (answer: Omit<RunnerAnswer, 'tookMs'>) => void>()

  /** null: no answer in time, or the request could not be sent. */
  ask(send: (requestId: string) => boolean, waitMs: number): Promise<RunnerAnswer | null> {
    const requestId = crypto.randomUUID()
    const sentAt = Date.now()
    return new Promise((resolve) => {
      const done = (answer: RunnerAnswer | null): void => {
        clearTimeout(timer)
        this.#open.delete(requestId)
        resolve(answer)
      }
      const timer = setTimeout(() => done(null), waitMs)
      this.#open.set(requestId, (answer) => done({ ...answer, tookMs: Date.now() - sentAt }))
      if (!send(requestId)) done(null)
    })
  }
  answer(requestId: string, answer: Omit<RunnerAnswer, 'tookMs'>): void {
    this.#open.get(requestId)?.(answer)
  }
}
