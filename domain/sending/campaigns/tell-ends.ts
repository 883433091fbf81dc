// One mail to who launched a campaign, when it has ended or paused itself (rule campaign-end-mail).
import { leftWhyOf } from '../../../contract/sending/campaign-left.ts'
import { campaignEndMail } from '../../../contract/sending/campaign-texts.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Mail } from '../../people/notices/mail.ts'
import { returnEnd, takeEnd, untoldEnds } from './end-store.ts'

type Ports = {
  db: Db
  origin: string
  /** false: the mailer did not take it. */
  send: (mail: Mail) => Promise<boolean>
}
/** @param limit campaigns of this call; the rest follows in the next @returns mails that were sent */
export const tellEnds = async ({ db, origin, send }: Ports, now: number, limit: number): Promise<number> => {
  let sent = 0
  for (const end of await untoldEnds(db, now, limit)) {
    const { email, cost_sen: costSen, end_at: endAt, ended_at: endedAt } = end
    if (!(await takeEnd(db, end, now)) || email === null) continue
    const left = leftWhyOf({ ...end, endAt, endedAt, isCostLimited: end.budget_sen !== null })
    if (await send({ to: email, ...campaignEndMail({ ...end, cost: senToRupiah(costSen), left }, origin) })) sent += 1
    else await returnEnd(db, end)
  }
  return sent
}
