// What waits for one person of the office, in one batch (rule inbox).
import { INBOX_KINDS, INBOX_MAX, type Inbox } from '../../../contract/operation/inbox.ts'
import type { TroubleKind } from '../../../contract/operation/troubles.ts'
import { TROUBLE_TEXTS } from '../../../contract/operation/trouble-texts.ts'
import type { Db } from '../../ground/db/connection.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { type InboxRow, type InboxViewer, KINDS, rowsOf } from './kinds-store.ts'
import { pointsOf } from './rules.ts'

const noteOf = ({ sort, note }: InboxRow): string | null =>
  sort === 'restricted' && note !== null ? new Date(Number(note)).toISOString() : note
const nameOf = ({ sort, name }: InboxRow): string | null =>
  sort === 'trouble' ? TROUBLE_TEXTS[name as TroubleKind].title : name

export const readInbox = async (db: Db, viewer: InboxViewer): Promise<Inbox> => {
  const theirs = INBOX_KINDS.filter((kind) => KINDS[kind].roles.includes(viewer.role))
  const [{ staff_can_process }, all] = await Promise.all([
    readSettings(db),
    Promise.all(theirs.map((kind) => rowsOf(db, kind, viewer))),
  ])
  const isClosed = viewer.role === 'staff' && !staff_can_process
  const found = theirs.flatMap((kind, at) => {
    const rows = isClosed ? [] : (all[at] ?? [])
    if (rows.length === 0) return []
    return [{ kind, rows: rows.slice(0, INBOX_MAX), more: rows.length > INBOX_MAX, link: KINDS[kind].place }]
  })
  const list = found.flatMap(({ kind, rows }) =>
    rows.map((row) => ({ kind, row, points: pointsOf(row, KINDS[kind].weight, viewer.now) })),
  )
  return {
    count: list.length,
    more: found.some(({ more }) => more),
    kinds: found.map(({ kind, rows, more, link }) => ({ kind, count: rows.length, more, link })),
    list: list
      .toSorted((a, b) => b.points - a.points || a.row.since - b.row.since || (a.row.id < b.row.id ? -1 : 1))
      .slice(0, INBOX_MAX)
      .map(({ kind, row }) => ({
        kind,
        sort: row.sort,
        id: row.id,
        name: nameOf(row),
        note: noteOf(row),
        worth: row.worth,
        since: new Date(row.since).toISOString(),
        link: KINDS[kind].link(row),
      })),
  }
}
