// Starts or stops all of a person's own accounts, a few at a time.
import { accountTitle } from '../../../../contract/sending/account-name.ts'
import type { Account } from '../../../../contract/sending/whatsapp.ts'
import { ApiError, call, errorText } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { whatsappTexts } from '../../../texts/indonesian.ts'
import { notify } from '../../../ui/notify.tsx'
import { type AllAct, planOf, type Refused } from './all-plan.ts'
import { startBlasting, stopBlasting } from './api.ts'

/** Calls under way at a time: a person with many accounts must not fill the browser's connections. */
const AT_ONCE = 4
const { all: texts } = whatsappTexts
/** only: the accounts by id; absent: all. */
export type AllAsk = { act: AllAct; only?: readonly string[] }
export type AllOutcome = { act: AllAct; done: number; refused: Refused[] }
/** No answer, a busy server, too many calls, or somebody else's move a moment ago. */
const mayGoAgain = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 409 || error.status === 429 || error.status >= 500)

/** One refusal does not keep the others from being asked. */
const askEach = async (
  chosen: readonly Account[],
  send: (account: Account) => Promise<unknown>,
): Promise<Refused[]> => {
  const left = [...chosen]
  const refused: Refused[] = []
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { id } = next
      const name = accountTitle(next)
      await send(next).catch(
        (error: unknown) => void refused.push({ id, name, why: errorText(error), again: mayGoAgain(error) }),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return refused
}

/** One answer to one press: with refusals it is the dialog, without them a line. */
const tell = ({ act, done }: AllOutcome): void => {
  if (done > 0) notify.success((act === 'start' ? texts.started : texts.stopped)(formatNumber(done)))
  else notify.info(act === 'start' ? texts.nothingToStart : texts.nothingToStop)
}

export const useAll = (userId: string, onRefusals: (outcome: AllOutcome) => void) =>
  useAction<AllAsk, AllOutcome>({
    send: async ({ act, only }) => {
      // the accounts themselves are asked: a row may not know yet that its blast has begun
      const { list } = await call(
        'GET /admin/whatsapp/list/:userId',
        { params: { userId }, query: { synced: '1' } },
        { pressed: true },
      )
      const asked = only ? list.filter(({ id }) => only.includes(id)) : list
      const { chosen, refused } = planOf(asked, act)
      const late = await askEach(chosen, act === 'start' ? startBlasting : stopBlasting)
      return { act, done: chosen.length - late.length, refused: [...refused, ...late] }
    },
    changes: ['accounts'],
    onDone: (outcome) => {
      if (outcome.refused.length > 0) onRefusals(outcome)
      else tell(outcome)
    },
    onRefused: (error) => {
      notify.error(errorText(error))
      return true
    },
  })
