// Sends a form whose amount may have to be typed twice: the server says which one, and asks again only then (rule usual-price).
import { ApiError } from '../api/http.ts'
import { keepAhead } from '../../ui/part.tsx'

// with the other question over forms: a file of its own costs every page its name
const loadQuestion = keepAhead(() => import('./edited-question.tsx'))

/**
 * @param send the body, with the amounts that were typed a second time
 * @throws what `send` throws, also when the person does not type it again
 */
export const sendTyped = async <B extends object, Answer>(
  body: B,
  send: (body: B) => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await send(body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'amount_again') throw error
    const [[field, why] = []] = Object.entries(error.fields ?? {})
    const amount = field && Number((body as Record<string, unknown>)[field])
    // it was typed already, and something else moved meanwhile
    if (!field || `${field}_again` in body) throw error
    const isSame = await (await loadQuestion()).askTyped({
      why: why ?? '',
      amount: Number(amount),
      isPercent: field === 'referral_percent',
    })
    if (!isSame) throw error
    return sendTyped({ ...body, [`${field}_again`]: amount }, send)
  }
}
