// The sandbox's controls as the page uses them; every failure becomes an Error with the sandbox's own text.
import { texts } from './texts.ts'

interface Device {
  id: number
  linkedAt: number
  online: boolean
}

export interface Phone {
  phone: string
  name: string
  banned: boolean
  capped: boolean
  devices: Device[]
}

export interface Bubble {
  id: string
  chat: string
  mine: boolean
  text: string
  time: number
  type?: string
  buttons?: { title: string; type: string; url?: string }[]
  media?: { kind: string; mimetype: string; url: string; fileName?: string }
  decrypted?: boolean
  acked?: boolean
  delivered?: boolean
  read?: boolean
  revoked?: boolean
}

export interface FaultBody {
  kind: string
  phone: string | undefined
  times?: number | undefined
  /** what this kind takes besides */
  [detail: string]: unknown
}

export interface ArmedFault {
  kind: string
  query?: string
  phone?: string
  left: number | null
}

export interface Mail {
  id: number
  time: number
  to: string
  subject: string
  text: string
}

interface Reply<T> {
  ok: boolean
  error?: string
  data: T
  jid: string
  waiting: { ref: string }[]
}

async function call<T>(path: string, init?: RequestInit): Promise<Reply<T>> {
  let reply: Reply<T>
  try {
    reply = (await (await fetch(`/sandbox/${path}`, init)).json()) as Reply<T>
  } catch {
    throw new Error(texts.failed)
  }
  if (!reply.ok) throw new Error(reply.error ?? texts.failed)
  return reply
}

const post = <T>(path: string, body: object) =>
  call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const api = {
  phones: async () => (await call<Phone[]>('phones')).data,
  addPhone: async (phone: string, name: string) => (await post<Phone>('phones', { phone, name })).data,
  chats: async (phone: string) => (await call<Bubble[]>(`chats?phone=${phone}`)).data,
  waiting: async () => (await call('waiting')).waiting.length,
  scan: async (phone: string, qr: string) => (await post('scan', { phone, qr })).jid,
  scanLatest: async (phone: string) => (await post('scan', { phone, latest: true })).jid,
  enterCode: async (phone: string, code: string) => (await post('enter-code', { phone, code })).jid,
  unlink: (phone: string, deviceId: number) => post('unlink', { phone, deviceId }),
  reply: (from: string, to: string, text: string, lid: boolean) => post('reply', { from, to, text, lid }),
  remove: (phone: string, messageId: string) => post('delete', { phone, messageId }),
  read: (phone: string, from: string) => post('read', { phone, from }),
  faults: async () => (await call<ArmedFault[]>('faults')).data,
  fault: (body: FaultBody) => post('fault', body),
  register: (from: string, registered: boolean) => post('contacts', { from, registered }),
  mail: async () => (await call<Mail[]>('mail')).data,
}
