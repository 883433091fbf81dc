// Seconds left until a time, updated each second; 0 once it has passed.
import { useEffect, useState } from 'react'

const left = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** @param until epoch milliseconds, or null for no countdown. */
export const useCountdown = (until: number | null): number => {
  const [, tick] = useState(0)
  useEffect(() => {
    if (until === null || left(until) === 0) return undefined
    const timer = setInterval(() => {
      tick((n) => n + 1)
      if (left(until) === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? 0 : left(until)
}
