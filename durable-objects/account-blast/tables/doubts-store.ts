// Replies that hold words of stopping among many others (rule own-words), kept until D1 has the snooze and their author was asked once.
import { ANSWER_AGAIN_MS } from '../../retention-rules.ts'

export type Doubt = { number: string; at: number; snoozed: 0 | 1; asked: 0 | 1 }

/** A second one within a day makes the day begin again, and asks nothing more. */
export const addDoubt = (sql: SqlStorage, number: string, now: number): void => {
  sql.exec(
    `insert into doubts (number, at) values (?, ?)
     on conflict (number) do update set at = excluded.at, snoozed = 0, asked = iif(excluded.at - at > ${ANSWER_AGAIN_MS}, 0, asked)`,
    number,
    now,
  )
}
export const openDoubts = (sql: SqlStorage): Doubt[] =>
  sql.exec<Doubt>('select number, at, snoozed, asked from doubts where snoozed = 0 or asked = 0').toArray()
/** Of the doubt of that time: one that came meanwhile is still to be told. */
export const markSnoozed = (sql: SqlStorage, number: string, at: number): void => {
  sql.exec('update doubts set snoozed = 1 where number = ? and at = ?', number, at)
}
export const isUnasked = (sql: SqlStorage, number: string): boolean =>
  sql.exec('select 1 from doubts where number = ? and asked = 0', number).toArray().length > 0
/** @param questionId the message id of the question; null: it is not asked */
export const markAsked = (sql: SqlStorage, number: string, questionId: string | null): void => {
  sql.exec('update doubts set asked = 1, question_id = ? where number = ?', questionId, number)
}
/** Whom it asked; null: this message is no question. */
export const askedBy = (sql: SqlStorage, messageId: string): string | null =>
  sql.exec<{ number: string }>('select number from doubts where question_id = ?', messageId).toArray()[0]?.number ??
  null
/** Whoever could not be asked in time is not asked any more. */
export const dropDoubts = (sql: SqlStorage, before: number): void => {
  sql.exec('delete from doubts where snoozed = 1 and at < ?', before)
}
