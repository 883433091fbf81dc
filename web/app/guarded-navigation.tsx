// Between the router and its links: a move away from a changed form asks first. The router's own blocker needs its data router,
// 17 kB more on the first load (decision record 0048).
import { type ReactNode, useContext, useMemo } from 'react'
import { parsePath, type To, UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { move, moveFreely, screenOf } from '../lib/browser/history.ts'

const placeOf = (to: To): { pathname: string; search: string } => {
  const { pathname = location.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to
  return { pathname, search }
}
/** Another page or order of the same screen's list takes no form off it. */
const isSameScreen = (to: To): boolean => screenOf(placeOf(to)) === screenOf(location)

export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const value = useMemo((): typeof context => {
    const { navigator } = context
    return {
      ...context,
      navigator: {
        ...navigator,
        push: (...to) => (isSameScreen(to[0]) ? moveFreely : move)(() => navigator.push(...to)),
        // Replacing what the address says about the same screen takes nothing off it.
        replace: (...to) =>
          (placeOf(to[0]).pathname === location.pathname ? moveFreely : move)(() => navigator.replace(...to)),
      },
    }
  }, [context])
  return <NavigationContext value={value}>{children}</NavigationContext>
}
