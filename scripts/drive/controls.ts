// The sandbox's controls with types: what a person does with a phone, and what WhatsApp does on command.
import type { ShownMessage } from '../../sandbox/http/present.ts'

/** data: how often each number was looked up; repeats: look-ups of a number after its first. */
type Lookups = { queries: number; distinct: number; repeats: number; data: { number: string; times: number }[] }
export type Controls = {
  addPhone: (phone: string, name: string) => Promise<void>
  scan: (phone: string, qr: string) => Promise<void>
  enterCode: (phone: string, code: string) => Promise<void>
  /** Everything that one phone received, in order. */
  messages: (phone: string) => Promise<ShownMessage[]>
  allMessages: () => Promise<ShownMessage[]>
  /** Everything that one account sent. */
  sentBy: (phone: string) => Promise<ShownMessage[]>
  /** The mails to this address, newest first. */
  mailTo: (address: string) => Promise<{ text: string }[]>
  reply: (from: string, to: string, text: string) => Promise<void>
  deleteMessage: (phone: string, messageId: string) => Promise<void>
  /** `more`: further fields of this kind of fault; docs/whatsapp-wire.md lists all of them. */
  fault: (phone: string, kind: string, more?: Record<string, unknown>) => Promise<void>
  /** Whether numbers of a range are on WhatsApp. */
  contacts: (from: string, to: string, registered: boolean) => Promise<void>
  lookups: () => Promise<Lookups>
  stats: () => Promise<Record<string, unknown>>
  /** Any control, `/path` with its query; a body makes it a POST. */
  ask: <T>(path: string, body?: unknown) => Promise<T>
}
type Answer = { status: number; body: { ok?: boolean; error?: string; reason?: string } & Record<string, unknown> }

/** The answer of one control, even a refusal. @param body a text is sent unchanged */
export const askControl = async (origin: string, path: string, body?: unknown): Promise<Answer> => {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${origin}/sandbox${path}`, {
    ...(body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent }),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

/** Each call throws an Error with path, status and the sandbox's text when it is refused. */
export const controlsOf = (origin: string): Controls => {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const { status, body: answer } = await askControl(origin, path, body)
    if (status >= 300) throw new Error(`sandbox ${path}: ${status} ${String(answer.msg ?? answer.error ?? '')}`)
    return answer as T
  }
  const allMessages = async (): Promise<ShownMessage[]> => (await ask<{ data: ShownMessage[] }>('/messages')).data
  return {
    addPhone: (phone, name) => ask('/phones', { phone, name }),
    scan: (phone, qr) => ask('/scan', { phone, qr }),
    enterCode: (phone, code) => ask('/enter-code', { phone, code }),
    messages: async (phone) => (await ask<{ data: ShownMessage[] }>(`/messages?phone=${phone}`)).data,
    allMessages,
    sentBy: async (phone) => (await allMessages()).filter(({ from }) => from === phone),
    mailTo: async (address) =>
      (await ask<{ data: { text: string }[] }>(`/mail?to=${encodeURIComponent(address)}`)).data,
    reply: (from, to, text) => ask('/reply', { from, to, text }),
    deleteMessage: (phone, messageId) => ask('/delete', { phone, messageId }),
    fault: (phone, kind, more = {}) => ask('/fault', { phone, kind, ...more }),
    contacts: (from, to, registered) => ask('/contacts', { from, to, registered }),
    lookups: () => ask('/lookups'),
    stats: () => ask('/stats'),
    ask,
  }
}
