// Keywords that reached this account (rule opt-in-message): what was written is kept as it is compared, until D1 has said what it means.
export type Keyword = { message_id: string; number: string | null; lid: string | null; word: string; at: number }
export const addKeyword = (sql: SqlStorage, { message_id, number, lid, word, at }: Keyword): void => {
  sql.exec(
    'insert or ignore into keywords (message_id, number, lid, word, at) values (?, ?, ?, ?, ?)',
    message_id,
    number,
    lid,
    word,
    at,
  )
}
export const openKeywords = (sql: SqlStorage): Keyword[] =>
  sql.exec<Keyword>('select * from keywords order by at').toArray()
export const dropKeyword = (sql: SqlStorage, messageId: string): void => {
  sql.exec('delete from keywords where message_id = ?', messageId)
}
