// Whether anything that people wrote waits for D1 or for an answer: while no session is open nobody tries to answer, and the next login must.
import { openDoubts } from './doubts-store.ts'
import { openInfos } from './infos-store.ts'
import { openKeywords } from './keywords-store.ts'
import { openOptIns, openOptOuts } from './opt-outs-store.ts'

export const hasUnanswered = (sql: SqlStorage): boolean =>
  [openOptOuts(sql), openOptIns(sql), openDoubts(sql), openInfos(sql, 0), openKeywords(sql)].some(
    (list) => list.length > 0,
  )
