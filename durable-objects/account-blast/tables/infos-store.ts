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
const ofLid = (lid: string): string => `lid:${lid}`
/** Whoever WhatsApp names by a LID alone waits under it until an answer to a message tells whose it is. */
export const addInfoOfLid = (sql: SqlStorage, lid: string, now: number): void => addInfo(sql, ofLid(lid), now)
/** @returns whether somebody had waited under it */
export const nameInfo = (sql: SqlStorage, lid: string, number: string): boolean => {
  const waited = sql.exec<{ at: number }>('delete from infos where number = ? returning at', ofLid(lid)).toArray()
  for (const { at } of waited) addInfo(sql, number, at)
  return waited.length > 0
}
/** Whom an answer would still find with their phone in hand. */
export const openInfos = (sql: SqlStorage, since: number): string[] =>
  sql
    .exec<{ number: string }>(
      `select number from infos where answered = 0 and at >= ? and number not like 'lid:%'`,
      since,
    )
    .toArray()
    .map(({ number }) => number)
export const markInfoAnswered = (sql: SqlStorage, number: string): void => {
  sql.exec('update infos set answered = 1 where number = ?', number)
}
/** It is nobody's to be told. */
export const dropInfo = (sql: SqlStorage, number: string): void => {
  sql.exec('delete from infos where number = ?', number)
}
