// Sends the pushes that are due, each once at most (rule push).
import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { noticeLink, noticeText, pushTitle } from '../../../contract/people/notice-texts.ts'
import type { PushContent } from '../../../contract/people/notices.ts'
import type { Db } from '../../ground/db/connection.ts'
import { noticeOf } from './present.ts'
import { isPushEndpoint, pushOutcome } from './push-rules.ts'
import { type DuePush, forgetSubscription, retryPush, takeDuePushes } from './push-store.ts'
import { vapidPair } from './vapid.ts'

/** A push service keeps a message for a device that is off this long. */
const KEPT_S = 86_400
/** Calls that are open at one time. */
const AT_ONCE = 6

export type PushPorts = {
  db: Db
  ring: KeyRing
  /** Whom a push service writes to about our pushes: mailto: or https:. */
  subject: string
  /** Services beside the known ones. */
  services: readonly string[]
  /** @throws when nobody can tell whether the service got it */
  post: (
    endpoint: string,
    request: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> },
  ) => Promise<Response>
  clock: () => number
  random: () => number
  warn: (text: string, fields: Record<string, string | number>) => void
}

/** The notice's number behind the address: the page marks it as read. */
const contentOf = (push: DuePush): PushContent => {
  const about = noticeOf(push)
  return {
    id: push.noticeId,
    title: pushTitle(about.kind),
    body: noticeText(about, push.details === 1),
    link: `${noticeLink(about)}#notice-${push.noticeId}`,
    unread: push.unread,
  }
}

const send = async (ports: PushPorts, push: DuePush): Promise<void> => {
  const hex = ports.ring.get(push.kid)
  // its key was taken out of the ring, or its service is not allowed any more: nobody can push to it again
  if (hex === undefined || !isPushEndpoint(push.endpoint, ports.services))
    return forgetSubscription(ports.db, push.subscriptionId)
  const pair = await vapidPair(hex)
  const { headers, body } = await buildPushPayload(
    { data: contentOf(push), options: { ttl: KEPT_S, urgency: 'normal', topic: `notice-${push.noticeId}` } },
    { endpoint: push.endpoint, expirationTime: null, keys: { p256dh: push.p256dh, auth: push.auth } },
    { subject: ports.subject, ...pair },
  )
  const answer = await ports.post(push.endpoint, { headers, body })
  await answer.body?.cancel()
  const retryAfter = Number(answer.headers.get('retry-after') ?? '')
  const answered = { status: answer.status, retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null }
  const outcome = pushOutcome(answered, push.tries, ports.random())
  if (outcome.kind === 'gone') return forgetSubscription(ports.db, push.subscriptionId)
  if (outcome.kind === 'again') return retryPush(ports.db, push, ports.clock() + outcome.inMs)
  if (outcome.kind === 'refused')
    ports.warn('a push was refused', { service: new URL(push.endpoint).host, status: answer.status, tries: push.tries })
}

/** A new few are begun only within this time of a call: one that the platform ends must not have taken what it never sent. */
const BEGIN_MS = 15_000

/**
 * One that ends without an answer is not sent again: the service may have it. So no more are taken than are sent at once.
 * @returns how many were tried
 */
export const sendPushes = async (ports: PushPorts, limit: number): Promise<number> => {
  const until = ports.clock() + BEGIN_MS
  let tried = 0
  for (let left = limit; left > 0 && ports.clock() <= until; left -= AT_ONCE) {
    const few = Math.min(AT_ONCE, left)
    const { taken, due } = await takeDuePushes(ports.db, { now: ports.clock(), limit: few })
    const sent = due.map((push) =>
      send(ports, push).catch((error: unknown) =>
        ports.warn('a push has no answer', { service: new URL(push.endpoint).host, error: String(error) }),
      ),
    )
    await Promise.all(sent)
    tried += due.length
    if (taken < few) break
  }
  return tried
}
