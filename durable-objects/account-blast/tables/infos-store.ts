// People who asked what is kept about them (rule info-answer), until they were told where to read it.
import { ANSWER_AGAIN_MS } from '../../retention-rules.ts'

/** Whoever was told within a day is told nothing more; an answer that did not get away may be asked for again. */
export const addInfo = (sql: SqlStorage, number: string, now: number): void => {
  sql.exec(
    `insert into infos (number, at) values (?, ?)
     on conflict (number) do update set at = excluded.at, answered = 0
     where answered = 0 or excluded.at - at > ${ANSWER_AGAIN_MS}`,
    number,
    now,
  )
}
/** Whom an answer would still find with their phone in hand. */
export const openInfos = (sql: SqlStorage, since: number): string[] =>
  sql
    .exec<{ number: string }>('select number from infos where answered = 0 and at >= ?', since)
    .toArray()
    .map(({ number }) => number)
export const markInfoAnswered = (sql: SqlStorage, number: string): void => {
  sql.exec('update infos set answered = 1 where number = ?', number)
}
/** It is nobody's to be told. */
export const dropInfo = (sql: SqlStorage, number: string): void => {
  sql.exec('delete from infos where number = ?', number)
}
