// Asks step by step for everything that is kept about a number (rule data-request), with what was found so far.
import type { z } from 'zod'
import type { DataRequestAnswer, dataRequestBody } from '../../../../contract/privacy/data-requests.ts'
import { askAgain } from '../../../lib/api/ask-again.ts'
import { call } from '../../../lib/api/http.ts'
import { dataRequestTexts as texts } from '../../../texts/indonesian.ts'

export type Asked = z.output<typeof dataRequestBody>
export type Shown = Omit<DataRequestAnswer, 'after'> & { reference: string; date: string }

/** Who lends an account, or wrote something down: people of the house, whom a stranger's file does not name. */
const OF_OTHERS = new Set(['by_name', 'consent_by_name', 'owner', 'user_id'])
/** As it is handed to the person who asks; silent: how many accounts and files did not answer. */
export type HandedOver = Omit<Shown, 'silent'> & { silent: number }
export const forPerson = (shown: Shown): HandedOver => {
  const named = JSON.stringify(shown, (key, value: unknown) => (OF_OTHERS.has(key) ? null : value))
  return { ...(JSON.parse(named) as Shown), silent: shown.silent.length }
}

type Body = Asked & { after?: string }
/** The first step is on record when it is answered. The others only read. */
const step = (body: Body, signal: AbortSignal): Promise<DataRequestAnswer> => {
  const ask = () => call('POST /admin/data-request', { body }, { fallback: texts.failed, signal })
  return body.after ? askAgain(ask, signal) : ask()
}

/** @param signal ends it: a person who left the screen wakes no more accounts */
export const collect = async (
  { number, reference }: Asked,
  onStep: (asked: number) => void,
  signal: AbortSignal,
): Promise<Shown> => {
  const shown: Shown = {
    number,
    reference,
    date: new Date().toISOString(),
    kept: null,
    accounts: [],
    files: [],
    campaigns: [],
    asked: 0,
    silent: [],
  }
  let after: string | null | undefined
  do {
    const found = await step({ number, reference, ...(after ? { after } : {}) }, signal)
    shown.kept ??= found.kept
    shown.accounts.push(...found.accounts)
    shown.files.push(...found.files)
    shown.campaigns.push(...found.campaigns)
    shown.silent.push(...found.silent)
    shown.asked += found.asked
    after = found.after
    onStep(shown.asked)
  } while (after !== null)
  return shown
}
