// Whether a media query holds now.
import { useSyncExternalStore } from 'react'

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )

/** Narrower is a phone. */
export const FROM_TABLET = '(min-width: 768px)'
/** Screens from this width on are desktops; narrower ones are phones and tablets. */
export const FROM_DESKTOP = '(min-width: 1024px)'
/** Here a table has room for everything. */
export const FROM_WIDE = '(min-width: 1536px)'
