// Holds acks and receipts back, then sends all of them at once in a chosen order. Those of a device that is offline by then are
// sent at its next login.
import type { Connection } from '../connection.ts'
import type { Node } from '../nodes.ts'
import { ANY_PHONE, deviceKey, type World } from '../world.ts'
import type { FaultOf } from './kinds.ts'

interface Held {
  /** `phone:device` */
  device: string
  node: Node
  sent: ((delivered: boolean) => void) | undefined
}

export interface Hold {
  fault: FaultOf<'hold-acks'>
  held: Held[]
  timer: NodeJS.Timeout | undefined
}

/** `phone:device` → acks that were let go while it was away */
export type LateAcks = Map<string, Held[]>

const holdOf = (world: World, phone: string): Hold | undefined => world.holds.get(phone) ?? world.holds.get(ANY_PHONE)

export const isHolding = (world: World, phone: string): boolean => holdOf(world, phone) !== undefined

export function beginHold(world: World, fault: FaultOf<'hold-acks'>, phone = ANY_PHONE): void {
  // A second hold takes over the stanzas of the first, so that none is lost.
  const before = world.holds.get(phone)
  clearTimeout(before?.timer)
  const { seconds } = fault
  const timer = seconds === undefined ? undefined : setTimeout(() => releaseHold(world, phone), seconds * 1000).unref()
  world.holds.set(phone, { fault, held: before?.held ?? [], timer })
}

const isReceipt = ({ node }: Held): boolean => node.tag === 'receipt'

const isSameReceipt = (one: Held, device: string, { attrs }: Node): boolean =>
  isReceipt(one) && one.device === device && one.node.attrs.id === attrs.id && one.node.attrs.type === attrs.type

/** true: the stanza waits, and `sent` is called once it left */
export function holdBack(world: World, connection: Connection, node: Node, sent: Held['sent']): boolean {
  if (!connection.device || (node.tag !== 'ack' && node.tag !== 'receipt')) return false
  const hold = holdOf(world, connection.device.phone)
  if (!hold) return false
  const device = deviceKey(connection.device.phone, connection.device.id)
  // A login sends unconfirmed receipts again: the repeat replaces the one that waits here.
  const known = node.tag === 'receipt' && hold.held.some((one) => isSameReceipt(one, device, node))
  if (!known) hold.held.push({ device, node, sent })
  return true
}

function inOrder({ fault, held }: Hold): Held[] {
  const ordered =
    fault.order === 'reversed'
      ? held.toReversed()
      : fault.order === 'receipts-first'
        ? [...held.filter(isReceipt), ...held.filter((one) => !isReceipt(one))]
        : held
  return ordered.map((one) => ({ ...one, node: labelled(one.node, fault) }))
}

function labelled(node: Node, { ackClass }: FaultOf<'hold-acks'>): Node {
  if (node.tag !== 'ack' || node.attrs.class !== 'message') return node
  return { ...node, attrs: { ...node.attrs, class: ackClass } }
}

export function releaseHold(world: World, phone = ANY_PHONE): void {
  const hold = world.holds.get(phone)
  if (!hold) return
  clearTimeout(hold.timer)
  world.holds.delete(phone)
  for (const one of inOrder(hold)) {
    const connection = world.online.get(one.device)
    if (connection?.isOpen) connection.send(one.node, one.sent)
    // Receipts of a device that is away are on file and come with its login anyway.
    else if (!isReceipt(one)) keepForLogin(world, one)
  }
}

function keepForLogin(world: World, ack: Held): void {
  const late = world.lateAcks.get(ack.device) ?? []
  late.push(ack)
  world.lateAcks.set(ack.device, late)
}

export function releaseAll(world: World): void {
  for (const phone of world.holds.keys()) releaseHold(world, phone)
}

/** A hold as it stands: `waiting` counts acks and receipts. */
export const listHolds = (world: World) =>
  [...world.holds].map(([phone, { fault, held }]) => ({
    ...fault,
    ...(phone === ANY_PHONE ? {} : { phone }),
    left: null,
    waiting: held.length,
  }))

/** For the end of the sandbox: nothing is sent any more. */
export function dropHolds(world: World): void {
  for (const { timer } of world.holds.values()) clearTimeout(timer)
  world.holds.clear()
}

/** Acks that were let go while this device was away. */
export function sendLate(world: World, connection: Connection): void {
  if (!connection.device) return
  const device = deviceKey(connection.device.phone, connection.device.id)
  const late = world.lateAcks.get(device) ?? []
  world.lateAcks.delete(device)
  for (const { node, sent } of late) connection.send(node, sent)
}
