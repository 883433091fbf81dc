// Answers to INFO and to keywords that have left, by their message ids: whoever cannot read one asks for it again, and it is made anew.

/** keyword_id: the message id of the keyword that it answers; null: it answers INFO. */
export type Answer = { answer_id: string; number: string; keyword_id: string | null }
export const addAnswer = (sql: SqlStorage, { answer_id, number, keyword_id }: Answer, now: number): void => {
  sql.exec(
    'insert into answers (answer_id, number, keyword_id, at) values (?, ?, ?, ?)',
    answer_id,
    number,
    keyword_id,
    now,
  )
}
export const answerUnder = (sql: SqlStorage, messageId: string): Answer | null =>
  sql.exec<Answer>('select answer_id, number, keyword_id from answers where answer_id = ?', messageId).toArray()[0] ??
  null
