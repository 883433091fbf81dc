// One step of many that only read: a lost line must not cost what was found in minutes.
import { ApiError } from './api-error.ts'

const TRIES = 3
/** @param signal ends it: nothing is asked again for a person who left the screen */
export const askAgain = async <T>(ask: () => Promise<T>, signal: AbortSignal, left = TRIES): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 502)
    if (!isLost || signal.aborted || left <= 1) throw error
    return askAgain(ask, signal, left - 1)
  }
}
