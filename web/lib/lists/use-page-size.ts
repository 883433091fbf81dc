// How many rows a page of a list has: as the address says, or as this person chose last on this device.
import { useState } from 'react'
import { FROM_DESKTOP, useMedia } from '../browser/use-media.ts'
import { useSession } from '../session/session.ts'

export const PAGE_SIZES = [20, 50, 100] as const
/** On a phone a page is a walk, on a desktop it should fill the window. */
const OWN = { phone: 20, desktop: 50 } as const
const sizeOf = (text: string | null): number | undefined => PAGE_SIZES.find((size) => String(size) === text)

const keyOf = (userId: string): string => `list-size:${userId}`
const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param asked as the address has it */
export const usePageSize = (asked: string | null) => {
  const key = keyOf(useSession()?.user.id ?? '')
  const isDesktop = useMedia(FROM_DESKTOP)
  const [kept, setKept] = useState(() => sizeOf(read(key)))
  return {
    limit: sizeOf(asked) ?? kept ?? (isDesktop ? OWN.desktop : OWN.phone),
    keep: (size: number): void => {
      setKept(sizeOf(String(size)))
      try {
        localStorage.setItem(key, String(size))
      } catch {
        // Without local storage the address alone has it.
      }
    },
  }
}
