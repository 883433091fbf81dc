// Code that is fetched apart from its screen: dialogs, menus, charts. It is asked for again when it does not come, waits for a
// line instead of failing without one, and can be fetched ahead, so that a tunnel takes nothing off a screen.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, lazy, useEffect, useSyncExternalStore } from 'react'

type Load<M> = () => Promise<M>
type Code<P> = { default: ComponentType<P> }
type Lost = 'nothing' | 'throw'

const TRIES = 3
const PAUSE_MS = 400
/** Code is kept as answers are, and apart from them: nobody's signing out takes it away. */
const codes = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
      // A line that broke meanwhile says nothing about the code.
      retry: (failures) => failures < TRIES - 1 || !onlineManager.isOnline(),
      retryDelay: (failures) => PAUSE_MS * (failures + 1),
    },
  },
})
// hears when the line is back
codes.mount()

/** Rises when lost parts shall be asked for again. */
let round = 0
let isLost = false
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const lose = (): void => {
  isLost = true
  tell()
}

let kept = 0
/** A load that fetches once, and after a failure again. @throws what the import throws, with a line, at the third try */
export const keep = <M,>(load: Load<M>): Load<M> => {
  const code = { queryKey: [kept++], queryFn: load }
  return () =>
    codes.fetchQuery(code).catch((error: unknown) => {
      lose()
      throw error
    })
}

const ahead = new Set<Load<unknown>>()
/** Every part of the code that runs so far. Those of code that is fetched while this is walked through come up, too. */
export const partsSoFar = (): Iterable<Load<unknown>> => ahead
const soon = new Set<Load<unknown>>()
/** Those that say how a press went: they come before the first one. */
export const partsForPresses = (): Iterable<Load<unknown>> => soon
/** `keep`, and among the parts that are fetched ahead. @param when soon: before the first press */
export const keepAhead = <M,>(load: Load<M>, when?: 'soon'): Load<M> => {
  const get = keep(load)
  ahead.add(get)
  if (when) soon.add(get)
  return get
}

/** How many parts of the screen are not there yet. */
let awaited = 0
const waiters = new Set<() => void>()
export const partsAwaited = (): number => awaited
/** @returns what ends it */
export const onPartsAwaited = (waiter: () => void): (() => void) => {
  waiters.add(waiter)
  return () => waiters.delete(waiter)
}
/** @returns what ends it, once */
const awaitPart = (): (() => void) => {
  awaited += 1
  let over = false
  return () => {
    if (over) return
    over = true
    awaited -= 1
    for (const waiter of waiters) waiter()
  }
}
/** The code, and word of it once it is on the screen: what it fetches has begun by then. */
const shownAs = <P extends object>({ default: Content }: Code<P>, onShown: () => void): Code<P> => ({
  default: function Shown(props: P) {
    useEffect(onShown, [])
    return createElement(Content, props)
  },
})

const Nothing = (): null => null
/** @param onLost what stands in place of code that does not come */
export const component = <P extends object>(get: Load<Code<P>>, onLost: Lost = 'nothing'): ComponentType<P> => {
  let failed = false
  const make = (asked: number) => ({
    asked,
    // What is shown must not go down with a dialog: a form around it would be lost.
    Code: lazy<ComponentType<P>>(() => {
      const over = awaitPart()
      return get().then(
        (code) => shownAs(code, over),
        (error: unknown) => {
          over()
          failed = true
          if (onLost === 'throw') throw error
          return { default: Nothing }
        },
      )
    }),
  })
  let made = make(round)
  return function Part(props: P) {
    const now = useSyncExternalStore(subscribe, () => round)
    if (failed && made.asked !== now) {
      failed = false
      made = make(now)
    }
    return createElement(made.Code as ComponentType<P>, props)
  }
}
/** In place of React's `lazy`, for everything below a screen. */
export const part = <P extends object>(load: Load<Code<P>>): ComponentType<P> => component(keepAhead(load))

/** true: some code does not come although there is a line, as after a deploy that took this page's files away. */
export const useLost = (): boolean => useSyncExternalStore(subscribe, () => isLost)
export const hasLost = (): boolean => isLost
export const askAgain = (): void => {
  isLost = false
  round += 1
  tell()
}
