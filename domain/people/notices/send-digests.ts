// One mail a day to who wants one, when there is something in it (rule digest).
import { digestMail, noticeText } from '../../../contract/people/notice-texts.ts'
import type { Mail } from './mail.ts'
import type { Db } from '../../ground/db/connection.ts'
import { digestOf, digestTurns, returnDigest, takeDigest } from './digest-store.ts'
import { noticeOf } from './present.ts'

export type DigestPorts = {
  db: Db
  origin: string
  /** false: the mailer did not take it. */
  send: (mail: Mail) => Promise<boolean>
}

/** @param day YYYY-MM-DD in Jakarta @param limit people of this call; the rest follows in the next @returns mails that were sent */
export const sendDigests = async ({ db, origin, send }: DigestPorts, day: string, limit: number): Promise<number> => {
  let sent = 0
  for (const turn of await digestTurns(db, day, limit)) {
    const digest = await digestOf(db, turn)
    const upTo = digest?.rows.at(-1)?.id ?? turn.digest_up_to
    if (!(await takeDigest(db, turn, { day, upTo })) || !digest) continue
    const sentences = digest.rows.map((row) => noticeText(noticeOf(row), true))
    const isSent = await send({ to: digest.email, ...digestMail(sentences, origin) })
    if (isSent) sent += 1
    else await returnDigest(db, turn)
  }
  return sent
}
