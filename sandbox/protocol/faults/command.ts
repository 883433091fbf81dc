// A fault is ordered: some happen now, the others wait in the book for their occasion. And how to undo them.
import { announceCap } from '../limits.ts'
import { askAgainLater } from '../receipts.ts'
import { ANY_PHONE, connectionsOf, type World } from '../world.ts'
import { beginHold, releaseAll, releaseHold } from './hold.ts'
import { commandKick, isKick } from './kicks.ts'
import type { Fault, FaultKind } from './kinds.ts'
import { sendPreKeysLow, sendSuccessAgain } from './notices.ts'

/** These last until they are cleared, unless a number of times is asked for. */
const LASTING: readonly FaultKind[] = ['slow', 'slow-lookup', 'bare-server']

export interface Order {
  /** none: anybody */
  phone: string | undefined
  times: number | undefined
}

/** @throws Refusal when what it is about does not exist */
export function command(world: World, fault: Fault, { phone, times }: Order): void {
  const { kind } = fault
  if (isKick(kind)) return commandKick(world, kind, phone, times ?? 1)
  switch (kind) {
    case 'clear':
      return clear(world, phone)
    case 'chat-cap':
      setLimitSeconds(world, phone, fault.seconds)
      return capChats(world, phone)
    case 'hold-acks':
      return beginHold(world, fault, phone)
    case 'release-acks':
      return phone === undefined ? releaseAll(world) : releaseHold(world, phone)
    case 'ask-again':
      return askAgainLater(world, phone, fault.messageId)
    case 'success-again':
      return sendSuccessAgain(world, phone, times ?? 1)
    case 'prekeys-low':
      return sendPreKeysLow(world, fault, phone)
    default:
      if ('seconds' in fault) setLimitSeconds(world, phone, fault.seconds)
      world.faults.arm(fault, phone, times ?? (LASTING.includes(kind) ? Number.POSITIVE_INFINITY : 1))
  }
}

function setLimitSeconds(world: World, phone = ANY_PHONE, seconds: number | undefined): void {
  if (seconds !== undefined) world.limitSeconds.set(phone, seconds)
}

function capChats(world: World, phone: string | undefined): void {
  const connections = connectionsOf(world, phone)
  const phones = new Set(phone === undefined ? connections.map(({ device }) => device?.phone ?? '') : [phone])
  for (const one of phones) world.store.phones.setCapped(one, true)
  for (const connection of connections) announceCap(world, connection, true)
}

function clear(world: World, phone: string | undefined): void {
  world.faults.clear(phone)
  if (phone === undefined) return releaseAll(world)
  releaseHold(world, phone)
  const { banned, capped, restrictedUntil } = world.store.phones.get(phone)
  if (banned) world.store.phones.setBanned(phone, false)
  if (restrictedUntil > 0) world.store.phones.setRestrictedUntil(phone, 0)
  if (capped) {
    world.store.phones.setCapped(phone, false)
    for (const connection of connectionsOf(world, phone)) announceCap(world, connection, false)
  }
}
