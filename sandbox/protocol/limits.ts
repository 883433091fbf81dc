// WhatsApp's own limits on starting chats: the reach-out timelock (463) and the cap on new chats.
import type { Connection } from './connection.ts'
import { make, SERVER, seconds, stanzaId } from './nodes.ts'
import { ANY_PHONE, type World } from './world.ts'

export const TIMELOCK_QUERY = '23983697327930364'
export const CAPPING_QUERY = '24503548349331633'
const CYCLE_SECONDS = 30 * 86_400
const QUOTA = 50
const TIMELOCK_SECONDS = 3600

/** How long a limit of this phone is said to last, in seconds. */
function limitSeconds(world: World, phone: string, usual: number): number {
  return world.limitSeconds.get(phone) ?? world.limitSeconds.get(ANY_PHONE) ?? usual
}

/** The reach-out timelock: from now on for as long as this phone's limits are said to last. */
export function beginTimelock(world: World, phone: string): void {
  world.store.phones.setRestrictedUntil(
    phone,
    Math.floor(Date.now() / 1000) + limitSeconds(world, phone, TIMELOCK_SECONDS),
  )
}

function cappingInfo(world: World, phone: string, capped: boolean) {
  const now = Math.floor(Date.now() / 1000)
  return {
    total_quota: QUOTA,
    used_quota: capped ? QUOTA : 0,
    cycle_start_timestamp: String(now),
    cycle_end_timestamp: String(now + limitSeconds(world, phone, CYCLE_SECONDS)),
    server_sent_timestamp: String(now),
    ote_status: 'NOT_ELIGIBLE',
    mv_status: 'NOT_ELIGIBLE',
    capping_status: capped ? 'CAPPED' : 'NONE',
  }
}

/** The answer to a mex (GraphQL) query; null for one this sandbox does not know. */
export function answerMex(world: World, connection: Connection, queryId: string | undefined): unknown {
  const phone = connection.device?.phone ?? ''
  const { restrictedUntil, capped } = world.store.phones.get(phone)
  if (queryId === TIMELOCK_QUERY) {
    const active = restrictedUntil > Date.now() / 1000
    return {
      xwa2_fetch_account_reachout_timelock: {
        is_active: active,
        time_enforcement_ends: active ? String(restrictedUntil) : '0',
        enforcement_type: 'DEFAULT',
      },
    }
  }
  if (queryId === CAPPING_QUERY) return { xwa2_message_capping_info: cappingInfo(world, phone, capped) }
  return null
}

export function announceCap(world: World, connection: Connection, capped: boolean): void {
  const info = cappingInfo(world, connection.device?.phone ?? '', capped)
  const update = { data: { xwa2_notify_new_chat_messages_capping_info_update: info } }
  connection.send(
    make('notification', { from: SERVER, id: stanzaId('mex'), type: 'mex', t: seconds() }, [
      make('update', { op_name: 'MessageCappingInfoNotification' }, Buffer.from(JSON.stringify(update))),
    ]),
  )
}

/** The error a message meets because of the cap, if any. It stops new chats only; old ones go on. */
export function limitError(world: World, phone: string, recipient: string): string | undefined {
  if (!world.store.phones.get(phone).capped) return undefined
  return world.store.messages.hasChat(phone, recipient) ? undefined : '463'
}
