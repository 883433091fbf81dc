// Whether something has been so for long enough to say more about it.
import { useEffect, useState } from 'react'

export const useLasts = (isSo: boolean, ms: number): boolean => {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isSo, ms])
  return isSo && lasts
}
