// The bell in the header. Its list loads when someone reaches for it.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../lib/api/http.ts'
import { useInboxCount } from '../../lib/inbox/api.ts'
import type { SessionUser } from '../../lib/session/session.ts'
import { mayBeOn } from '../../lib/push/switched-on.ts'
import { noticeTexts as texts } from '../../texts/indonesian.ts'
import { component, keepAhead } from '../../ui/part.tsx'
import { BellButton } from './bell-button.tsx'
import { noticeList, setNoticeCount, useIconBadge, useNoticeCount } from './notice-count.ts'

const load = keepAhead(() => import('../overlays/notices-panel.tsx'))
const Panel = component(load)
const warm = (): void => void load().catch(() => undefined)

/** A notice that was opened on the device leads here with its number behind the address. */
const OPENED = /^#notice-(\d{1,15})$/
const useOpenedNotice = (userId: string): void => {
  const cache = useQueryClient()
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const id = Number(OPENED.exec(hash)?.[1] ?? 0)
  const open = useEffectEvent(async (opened: number) => {
    void navigate(pathname + search, { replace: true })
    setNoticeCount(cache, userId, await call('POST /admin/notice/read', { body: { id: opened } }))
    await cache.invalidateQueries({ queryKey: noticeList(userId) })
  })
  useEffect(() => {
    // one that cannot be marked stays unread, and the bell goes on saying so
    if (id > 0) void open(id).catch(() => undefined)
  }, [id])
}

/** Where a device's notice leads in a page that is open, and the renewal of the device after a new sign-in. */
const useDevice = (userId: string): void => {
  const navigate = useNavigate()
  const lead = useEffectEvent((place: string) => void navigate(place))
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const onMessage = ({ data }: MessageEvent<{ open?: unknown } | null>): void => {
      if (typeof data?.open === 'string' && data.open.startsWith('/')) lead(data.open)
    }
    serviceWorker.addEventListener('message', onMessage)
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    // fetched by those alone who switched a device on
    if (mayBeOn(userId)) void import('../../lib/push/device.ts').then(({ renewDevice }) => renewDevice())
  }, [userId])
}

export function Bell({ user }: { user: SessionUser }) {
  const [wanted, setWanted] = useState(false)
  const { unread, arrived } = useNoticeCount(user.id)
  const waiting = useInboxCount(user)
  useIconBadge(waiting?.count ?? unread)
  useOpenedNotice(user.id)
  useDevice(user.id)
  const button = (
    <BellButton
      unread={unread}
      waiting={waiting}
      aria-expanded={false}
      onPointerEnter={warm}
      onFocus={warm}
      // without its code the bell stays, and the strip says what is lost
      onClick={() =>
        void load().then(
          () => setWanted(true),
          () => undefined,
        )
      }
    />
  )
  return (
    <>
      {wanted ? (
        <Suspense fallback={button}>
          <Panel userId={user.id} unread={unread} waiting={waiting} />
        </Suspense>
      ) : (
        button
      )}
      <span aria-live="polite" className="sr-only">
        {arrived && unread > 0 && `${texts.arrived} ${texts.bell(unread)}`}
      </span>
    </>
  )
}
