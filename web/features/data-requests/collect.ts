// Asks step by step for everything that is kept about a number (rule data-request), with what was found so far.
import type { z } from 'zod'
import type { DataRequestAnswer, dataRequestBody } from '../../../contract/data-requests.ts'
import { call } from '../../lib/api/http.ts'
import { dataRequestTexts as texts } from '../../texts/indonesian.ts'

export type Asked = z.output<typeof dataRequestBody>
export type Shown = Omit<DataRequestAnswer, 'after'> & { reference: string; date: string }

/** Who lends an account, or wrote something down: people of the house, whom a stranger's file does not name. */
const OF_OTHERS = new Set(['by_name', 'consent_by_name', 'owner', 'user_id'])
/** As it is handed to the person who asks. */
export const forPerson = (shown: Shown): Shown =>
  JSON.parse(JSON.stringify(shown, (key, value: unknown) => (OF_OTHERS.has(key) ? null : value))) as Shown

export const collect = async ({ number, reference }: Asked, onStep: (asked: number) => void): Promise<Shown> => {
  const shown: Shown = {
    number,
    reference,
    date: new Date().toISOString(),
    kept: null,
    accounts: [],
    files: [],
    asked: 0,
    silent: [],
  }
  let after: string | null | undefined
  do {
    const step: DataRequestAnswer = await call(
      'POST /admin/data-request',
      { body: { number, reference, ...(after ? { after } : {}) } },
      { fallback: texts.failed },
    )
    shown.kept ??= step.kept
    shown.accounts.push(...step.accounts)
    shown.files.push(...step.files)
    shown.silent.push(...step.silent)
    shown.asked += step.asked
    after = step.after
    onStep(shown.asked)
  } while (after !== null)
  return shown
}
