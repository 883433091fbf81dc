// The bell's list: the newest notices, each with its link; older ones follow in pages.
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, ChevronRight } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../contract/api/table.ts'
import type { Notice } from '../../../contract/people/notices.ts'
import { keepAtScreen } from '../../lib/browser/screen-focus.ts'
import { useBackCloses } from '../../lib/browser/use-layer.ts'
import { call } from '../../lib/api/http.ts'
import { useAction } from '../../lib/api/use-action.ts'
import { formatMoment } from '../../lib/format/format.ts'
import { noticeSentence, noticeTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { countOf } from '../../lib/inbox/api.ts'
import { BellButton, type Waiting } from '../shell/bell-button.tsx'
import { noticeList, setNoticeCount } from '../shell/notice-count.ts'

type Page = Answer<'GET /admin/notice'>
type Pages = InfiniteData<Page, number | null>

const useNotices = (userId: string, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: noticeList(userId),
    queryFn: ({ pageParam, signal }) => call('GET /admin/notice', { query: { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    enabled,
  })

const useRead = (userId: string) => {
  const cache = useQueryClient()
  const mark = (isRead: (notice: Notice) => boolean): void =>
    void cache.setQueryData<Pages>(
      noticeList(userId),
      (pages) =>
        pages && {
          ...pages,
          pages: pages.pages.map((page) => ({
            ...page,
            list: page.list.map((notice) => (isRead(notice) ? { ...notice, read: true } : notice)),
          })),
        },
    )
  return useAction({
    send: async (which: { id: number } | { up_to: number }) => {
      const counts = await call('POST /admin/notice/read', { body: which })
      mark((notice) => ('id' in which ? notice.id === which.id : notice.id <= which.up_to))
      setNoticeCount(cache, userId, counts)
    },
  })
}

function Row({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  return (
    <li>
      <Link
        to={notice.link}
        onClick={onOpen}
        className="flex gap-3 px-4 py-3 outline-none hover:bg-surface-2 focus-visible:bg-surface-2"
      >
        <span
          aria-hidden
          className={classNames('mt-1.5 size-2 shrink-0 rounded-full', notice.read ? 'bg-transparent' : 'bg-accent')}
        />
        <span className="min-w-0">
          {!notice.read && <span className="sr-only">{texts.unread} </span>}
          <span className={classNames('block break-words', notice.read ? 'text-ink-2' : 'font-semibold text-ink')}>
            {noticeSentence(notice)}
          </span>
          <time dateTime={notice.createdAt} className="mt-0.5 block text-[13px] text-ink-3">
            {formatMoment(notice.createdAt)}
          </time>
        </span>
      </Link>
    </li>
  )
}

type Props = { userId: string; unread: number; waiting: Waiting | undefined }
export default function NoticesPanel({ userId, unread, waiting }: Props) {
  const [open, setOpen] = useState(true)
  useBackCloses(open, () => setOpen(false))
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotices(userId, open)
  const one = useRead(userId)
  const all = useRead(userId)
  const list = data?.pages.flatMap((page) => page.list) ?? []
  const newest = list[0]?.id ?? 0
  const opened = (notice: Notice): void => {
    setOpen(false)
    if (!notice.read) void one.run({ id: notice.id })
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <BellButton unread={unread} waiting={waiting} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.title}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          onCloseAutoFocus={keepAtScreen}
          className="z-40 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-96 max-w-[calc(100vw-1rem)] animate-rise flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-pop outline-none"
        >
          <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
            <h2 className="text-base font-semibold">{texts.title}</h2>
            <Button
              variant="ghost"
              size="sm"
              busy={all.busy}
              aria-disabled={unread === 0 || undefined}
              onClick={() => unread > 0 && newest > 0 && void all.run({ up_to: newest })}
            >
              {unread === 0 ? texts.allRead : texts.readAll}
            </Button>
          </div>
          {waiting && waiting.count > 0 && (
            <Link
              to="/inbox"
              onClick={() => setOpen(false)}
              className="flex min-h-11 items-center justify-between gap-3 border-b border-line bg-warning-soft px-4 font-semibold text-warning-text"
            >
              {texts.toInbox(countOf(waiting))}
              <ChevronRight aria-hidden className="size-4" />
            </Link>
          )}
          <div className="min-h-0 flex-1 overflow-y-auto">
            {(all.failure ?? one.failure) && <Alert tone="danger">{all.failure ?? one.failure}</Alert>}
            {isPending && <Skeleton className="m-4 h-28 rounded-lg" />}
            {isError && (
              <div className="flex flex-col items-start gap-3 p-4">
                <p>{texts.failed}</p>
                <Button variant="secondary" size="sm" onClick={() => void refetch()}>
                  {texts.retry}
                </Button>
              </div>
            )}
            {data && list.length === 0 && <Empty icon={BellOff} title={texts.empty} note={texts.emptyNote} />}
            <ul aria-label={texts.title} className="divide-y divide-line">
              {list.map((notice) => (
                <Row key={notice.id} notice={notice} onOpen={() => opened(notice)} />
              ))}
            </ul>
            {hasNextPage && (
              <div className="border-t border-line p-2">
                <Button
                  variant="ghost"
                  size="sm"
                  className="w-full"
                  busy={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {texts.more}
                </Button>
              </div>
            )}
          </div>
          <Link
            to="/profile#notifikasi"
            onClick={() => setOpen(false)}
            className="border-t border-line px-4 py-3 text-center text-[13px] font-semibold text-accent-text hover:bg-surface-2"
          >
            {texts.settings}
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
