// Whether what is open stands. What only matters afterwards, such as code of other screens, is fetched from then on.
import { useSyncExternalStore } from 'react'

/** Tests and the web benchmark count what was fetched before it. */
const AHEAD_MARK = 'ahead'
let stands = false
const listeners = new Set<() => void>()

export const markAhead = (): void => {
  performance.mark(AHEAD_MARK)
  stands = true
  for (const listener of listeners) listener()
}
export const useAhead = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => stands,
  )

/** Not in every browser. */
type Line = { saveData?: boolean; effectiveType?: string }
/** true: the person asked to spare data, or the line is slow; then nothing is fetched but what is opened. */
export const isSparing = (): boolean => {
  const { connection: line } = navigator as { connection?: Line }
  return line?.saveData === true || ['slow-2g', '2g', '3g'].includes(line?.effectiveType ?? '')
}
