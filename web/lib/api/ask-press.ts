// A write whose answer did not come: its key says what became of it (rule one-press). Loaded when that happens, or when a form is sent.
import { takesKey } from '../../../contract/operation/keeping.ts'
import type { Answer, Route } from '../../../contract/api/table.ts'
import { pressTexts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'
import { isOnline } from './connection.ts'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { beUncertain } from './uncertain.ts'

export { upload } from './upload.ts'

const PAUSES_MS = [0, 700, 1_500, 3_000]
/** Of the message that it is being asked. */
const QUESTION = 'press'
/** A question that is answered by then is not worth a word. */
const UNCERTAIN_MS = 700
/** The answer is kept a moment after the act. */
const LOOKS_FOR_ANSWER = 3
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Nobody knows what the lost answer said: whatever this screen shows is fetched again. */
const readAnew = (): void => void queryClient.invalidateQueries()

/**
 * Asks until it is known, as long as the page is open. The question uses up a key that nobody used: what still is on its way will be refused.
 * @param was what went wrong
 * @returns the answer that was lost
 * @throws ApiError that it has not happened, or `was` where the route takes no key or the server can not be asked
 */
export const askPress = async (
  ask: () => Promise<Answer<'POST /auth/press'>>,
  route: Route,
  was: ApiError,
): Promise<Response> => {
  if (!takesKey(route)) throw was
  let known = (): void => undefined
  const timer = setTimeout(() => {
    const end = beUncertain()
    known = () => {
      end()
      // what became of it is said beside
      notify.gone(QUESTION)
    }
    notify.info(pressTexts.checking, QUESTION)
  }, UNCERTAIN_MS)
  try {
    return await untilKnown(ask, was)
  } finally {
    clearTimeout(timer)
    known()
  }
}
const untilKnown = async (ask: () => Promise<Answer<'POST /auth/press'>>, was: ApiError): Promise<Response> => {
  let looks = 0
  for (let tries = 0; ; tries += 1) {
    await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0)
    if (!isOnline()) continue
    const press = await ask().catch((error: unknown) => {
      // signed out, or too many questions: nobody can say
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw was
      return null
    })
    if (press?.state === 'burnt')
      throw was.reason === 'unreachable' || was.status === 0 ? new ApiError(0, pressTexts.notHappened) : was
    if (press?.state === 'partly') {
      readAnew()
      throw new ApiError(409, pressTexts.partly, { reason: 'press_partly' })
    }
    if (press?.state !== 'done') continue
    if (press.answer !== null) return Response.json(press.answer, { status: press.status ?? 200 })
    looks += 1
    if (looks < LOOKS_FOR_ANSWER) continue
    readAnew()
    throw new ApiError(409, pressTexts.happened, { reason: 'press_done' })
  }
}
