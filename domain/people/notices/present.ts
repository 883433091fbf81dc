// A notice as the wire shows it: a sentence, and where one acts.
import { noticeLink, noticeText } from '../../../contract/people/notice-texts.ts'
import type { Notice, NoticeOf } from '../../../contract/people/notices.ts'
import type { NoticeRow } from './store.ts'

/** The row was written from a `NoticeOf`, so its data is that of its kind. */
export const noticeOf = ({ kind, data }: Pick<NoticeRow, 'kind' | 'data'>): NoticeOf => ({
  kind,
  data: JSON.parse(data),
})

export const presentNotice = (row: NoticeRow): Notice => {
  const about = noticeOf(row)
  return {
    id: row.id,
    kind: row.kind,
    data: about.data,
    text: noticeText(about, true),
    link: noticeLink(about),
    read: row.read_at !== null,
    createdAt: new Date(row.created_at).toISOString(),
  }
}
