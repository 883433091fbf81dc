// A person is told, in the bell and by mail, of every change of what they sign in with or are paid to (rule present-password).
import type { NoticeData } from '../../../contract/people/notices.ts'
import { noticeText } from '../../../contract/people/notice-texts.ts'
import { securityMail } from '../../../contract/people/mails.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { addNotice } from './store.ts'

export type CredentialChange = NoticeData['credentials']['what']
type Notified = { ref: string; statements: Statement[]; mail: { to: string; subject: string; text: string } }
/** statements: for the batch of the change. mail: for after it. */
export const credentialNotice = (
  db: Db,
  person: { id: string; email: string },
  what: CredentialChange,
  now: number,
): Notified => {
  const notice = { kind: 'credentials' as const, data: { what } }
  const ref = `credentials:${what}:${person.id}:${now}`
  return {
    ref,
    statements: addNotice(db, { ...notice, ref, to: { userId: person.id }, at: now }),
    mail: { to: person.email, ...securityMail(noticeText(notice, true)) },
  }
}
