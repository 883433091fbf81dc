// Faults that wait for their occasion: the next message, the next login, the next pairing of one phone or of any.
export const FAULT_KINDS = [
  'conflict',
  'logged-out',
  'banned',
  'restart',
  'unavailable',
  'mismatch',
  'drop',
  'half-open',
  'ack-lost',
  'ack-error-463',
  'ack-error-479',
  'lookup-error-463',
  'slow-lookup',
  'chat-cap',
  'slow',
  'device-limit',
  'code-expired',
  'clear',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

interface Armed {
  kind: FaultKind
  phone: string | undefined
  left: number
}

export interface FaultBook {
  arm: (kind: FaultKind, phone: string | undefined, times: number) => void
  /** Uses up one occurrence; true when the fault strikes. */
  strike: (kind: FaultKind, phone: string) => boolean
  clear: (phone: string | undefined) => void
  list: () => { kind: FaultKind; phone?: string; left: number | null }[]
}

export function makeFaultBook(): FaultBook {
  let armed: Armed[] = []
  return {
    arm: (kind, phone, times) => void armed.push({ kind, phone, left: times }),
    strike(kind, phone) {
      const fault = armed.find((one) => one.kind === kind && (one.phone === undefined || one.phone === phone))
      if (!fault) return false
      fault.left -= 1
      if (fault.left <= 0) armed = armed.filter((one) => one !== fault)
      return true
    },
    clear(phone) {
      armed = phone === undefined ? [] : armed.filter((one) => one.phone !== phone)
    },
    list: () =>
      armed.map(({ kind, phone, left }) => ({
        kind,
        ...(phone === undefined ? {} : { phone }),
        left: Number.isFinite(left) ? left : null,
      })),
  }
}
