// Faults that wait for the next message, query, login or pairing of one phone or of any.
import type { Fault, FaultKind, FaultOf } from './kinds.ts'

interface Armed {
  fault: Fault
  phone: string | undefined
  left: number
}

type ListedFault = Fault & { phone?: string; left: number | null }

export interface FaultBook {
  arm: (fault: Fault, phone: string | undefined, times: number) => void
  /** Uses up one occurrence of the first fault of this kind that fits; undefined when none waits. */
  strike: <K extends FaultKind>(kind: K, phone: string, fits?: (fault: FaultOf<K>) => boolean) => FaultOf<K> | undefined
  clear: (phone: string | undefined) => void
  list: () => ListedFault[]
  /** How often each kind struck since the start or the last reset. */
  struck: () => Partial<Record<FaultKind, number>>
  resetStruck: () => void
}

const isKind =
  <K extends FaultKind>(kind: K) =>
  (fault: Fault): fault is Fault & FaultOf<K> =>
    fault.kind === kind

export function makeFaultBook(): FaultBook {
  let armed: Armed[] = []
  let struck: Partial<Record<FaultKind, number>> = {}
  return {
    arm: (fault, phone, times) => void armed.push({ fault, phone, left: times }),
    strike(kind, phone, fits = () => true) {
      const isOurs = isKind(kind)
      for (const one of armed) {
        const { fault } = one
        if (!isOurs(fault) || (one.phone !== undefined && one.phone !== phone) || !fits(fault)) continue
        one.left -= 1
        if (one.left <= 0) armed = armed.filter((other) => other !== one)
        struck[kind] = (struck[kind] ?? 0) + 1
        return fault
      }
      return undefined
    },
    clear(phone) {
      armed = phone === undefined ? [] : armed.filter((one) => one.phone !== phone)
    },
    list: () =>
      armed.map(({ fault, phone, left }) => ({
        ...fault,
        ...(phone === undefined ? {} : { phone }),
        left: Number.isFinite(left) ? left : null,
      })),
    struck: () => ({ ...struck }),
    resetStruck: () => {
      struck = {}
    },
  }
}
