// Light or dark: kept in local storage, light unless chosen. public/theme.js does the same before first paint.
import { useLayoutEffect, useSyncExternalStore } from 'react'

const KEY = 'theme'
const listeners = new Set<() => void>()
const isDark = (): boolean => document.documentElement.classList.contains('dark')
const show = (dark: boolean): void => {
  document.documentElement.classList.toggle('dark', dark)
  for (const listener of listeners) listener()
}
const chosenDark = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'dark'
  } catch {
    return false
  }
}

export const toggleTheme = (): void => {
  const dark = !isDark()
  try {
    localStorage.setItem(KEY, dark ? 'dark' : 'light')
  } catch {
    // Without local storage the choice lasts until the page is closed.
  }
  show(dark)
}

export const useDark = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isDark)

/** While mounted the page follows the system (the sign-up screen). */
export const useSystemTheme = (): void =>
  useLayoutEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = (): void => show(system.matches)
    follow()
    system.addEventListener('change', follow)
    return () => {
      system.removeEventListener('change', follow)
      show(chosenDark())
    }
  }, [])
