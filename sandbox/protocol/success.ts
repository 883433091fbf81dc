// `success`: WhatsApp lets a client in. It comes once at login; a fault sends it too often or too soon.
import { lidJid, make, type Node, seconds } from './nodes.ts'
import type { World } from './world.ts'

/** @param phone empty for a client nobody has linked yet: WhatsApp could not know its LID */
export function successNode(world: World, phone: string, deviceId: number): Node {
  return make('success', {
    t: seconds(),
    location: 'sandbox',
    props: '27',
    ...(phone === '' ? {} : { lid: lidJid(`${world.lids.lidOf(phone)}:${deviceId}`), display_name: phone }),
  })
}
