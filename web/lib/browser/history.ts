// What the Back button does while something lies over the screen or a form has been changed. It listens before the router does,
// so that a step back that only closes a menu, or that must be asked about first, is none for the router (decision record 0048).

type Layer = { close: () => void }
/** true: `go` may happen at once. false: a person is asked first, and their yes calls it. */
type MayLeave = (go: () => void) => boolean

/** What lies over the screen, the topmost last: dialogs, menus, the palette, the mobile menu. */
const layers: Layer[] = []
let mayLeave: MayLeave = () => true
/** The place in the tab's history that is shown; null: unknown, so nothing is held back. */
let shown: number | null = 0
/** A step of our own is on its way; the router must not see it. */
let ours = false
/** The next step has been asked about. */
let agreed = false

const placeOf = (state: unknown): number | null => (state as { idx?: number | null } | null)?.idx ?? null
const isGround = (state: unknown): boolean => (state as { ground?: boolean } | null)?.ground === true
let onGround = false

/** Parameters that say which record or window a screen shows; the others say what its list shows. */
const RECORD = ['id', 'user_id', 'edit', 'r', 'type']
/** What stays on the screen as long as this does: its path and its record. */
export const screenOf = ({ pathname, search }: { pathname: string; search: string }): string => {
  const query = new URLSearchParams(search)
  return [pathname, ...RECORD.map((name) => query.get(name) ?? '')].join(' ')
}
let shownScreen = ''

/** Notes the entry that is shown now, after the router has moved. */
const note = (): void => {
  shownScreen = screenOf(location)
  shown = placeOf(history.state)
  onGround = isGround(history.state)
}

/**
 * The first entry of a tab has nothing before it, as in an installed app: Back would leave at once and close nothing. A second
 * entry with the same address is what Back takes first; without anything to close it is passed over.
 */
export const groundHistory = (): void => {
  if (placeOf(history.state) !== 0) return
  history.pushState({ ...(history.state as object), idx: 1, ground: true }, '', location.href)
  note()
}

const onPop = (event: PopStateEvent): void => {
  const target = placeOf(event.state)
  if (ours) {
    ours = false
    event.stopImmediatePropagation()
    return
  }
  const delta = target === null || shown === null || !event.isTrusted ? 0 : target - shown
  const top = layers.at(-1)
  const takeBack = (): void => {
    event.stopImmediatePropagation()
    ours = true
    history.go(-delta)
  }
  if (delta !== 0 && !agreed) {
    if (top) {
      takeBack()
      return top.close()
    }
    // Of a step back within one screen's list the form beside it stays.
    const leaves = screenOf(location) !== shownScreen || (onGround && delta === -1)
    const isFree =
      !leaves ||
      mayLeave(() => {
        agreed = true
        history.go(delta)
      })
    if (!isFree) return takeBack()
  }
  agreed = false
  const leavesGround = onGround && delta === -1
  note()
  if (leavesGround) history.go(-1)
}

/** Once, before the router listens. */
export const watchHistory = (): void => {
  shown = placeOf(history.state) ?? 0
  onGround = isGround(history.state)
  shownScreen = screenOf(location)
  addEventListener('popstate', onPop)
}

export const askBeforeLeaving = (ask: MayLeave): void => {
  mayLeave = ask
}
/** A move to another address, by a link or by code. */
export const move = (go: () => void): void => {
  const act = (): void => {
    go()
    note()
  }
  if (mayLeave(act)) act()
}
/** A change of what the address says about the same screen. */
export const moveFreely = (go: () => void): void => {
  go()
  note()
}

/** Back closes it from now on. @returns takes it away again */
export const addLayer = (close: () => void): (() => void) => {
  const layer = { close }
  layers.push(layer)
  groundHistory()
  return () => {
    const place = layers.indexOf(layer)
    if (place >= 0) layers.splice(place, 1)
  }
}
