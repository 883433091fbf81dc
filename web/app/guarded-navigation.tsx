// Between the router and its links: a move away from a changed form asks first. The router's own blocker needs its data router,
// 17 kB more on the first load (decision record 0048).
import { type ReactNode, useContext, useMemo } from 'react'
import { parsePath, type To, UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { move, moveFreely } from '../lib/browser/history.ts'

const pathOf = (to: To): string => (typeof to === 'string' ? parsePath(to) : to).pathname ?? location.pathname

export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const value = useMemo((): typeof context => {
    const { navigator } = context
    return {
      ...context,
      navigator: {
        ...navigator,
        push: (...to) => move(() => navigator.push(...to)),
        // Replacing what the address says about the same screen takes nothing off it.
        replace: (...to) => (pathOf(to[0]) === location.pathname ? moveFreely : move)(() => navigator.replace(...to)),
      },
    }
  }, [context])
  return <NavigationContext value={value}>{children}</NavigationContext>
}
