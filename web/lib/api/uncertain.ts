// Whether a press is under way of which nobody knows yet if it happened (rule one-press). Its button says so instead of going on as if
// somebody were at work; an upload that moves, or a device that waits for a finger, is known and stays busy.
import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** @returns what ends it */
export const beUncertain = (): (() => void) => {
  const add = (by: number): void => {
    count += by
    for (const listener of listeners) listener()
  }
  add(1)
  return () => add(-1)
}
export const useUncertain = (): boolean => useSyncExternalStore(subscribe, () => count > 0)
