// This browser as a place for notices: whether it can, whether it does, switching it on and off (rule push).
import { fromBase64Url } from '../../../contract/ground/base64.ts'
import { call } from '../api/http.ts'
import { getSession } from '../session/session.ts'
import { mayBeOn, rememberSwitch, switchedOnFor } from './switched-on.ts'

const who = (): { user: string; mark: string } | null => {
  const session = getSession()
  return session && { user: session.user.id, mark: `${session.user.id} ${session.token.slice(-8)}` }
}

/** blocked: the person, or the phone, has said no to this site. */
export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on'
export const deviceState = (): DeviceState => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const isOn = Notification.permission === 'granted' && mayBeOn(who()?.user ?? '')
  return isOn ? 'on' : 'off'
}

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const used = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))
  return used.length === key.length && used.every((byte, i) => byte === key[i])
}

/** Tells the server where this browser gets its pushes. @throws what the browser or the call throws */
const subscribe = async (publicKey: string): Promise<void> => {
  const key = fromBase64Url(publicKey)
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // one for a key that the service does not use any more would get nothing
  if (before && !isFor(before, key)) await before.unsubscribe()
  const subscription =
    before && isFor(before, key)
      ? before
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
  await call('POST /admin/notice/push', { body })
  rememberSwitch(who()?.mark ?? null)
}

/** Asks the person, who may say no. @throws what the browser or the call throws */
export const switchOn = async (publicKey: string): Promise<DeviceState> => {
  if ((await Notification.requestPermission()) === 'granted') await subscribe(publicKey)
  return deviceState()
}
export const switchOff = async (): Promise<DeviceState> => {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) {
    await call('POST /admin/notice/push/remove', { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  rememberSwitch(null)
  return deviceState()
}

/** After a new sign-in of the same person: the server pushes to devices that are signed in. Does not throw. */
export const renewDevice = async (): Promise<void> => {
  if (deviceState() !== 'on' || switchedOnFor() === who()?.mark) return
  try {
    const { push_key } = await call('GET /admin/notice/settings', {})
    if (push_key !== null) await subscribe(push_key)
  } catch {
    // the next load tries again
  }
}
