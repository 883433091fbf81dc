// The sandbox's controls, as the browser tests use them.
export type Received = { id: string; from: string; to: string; text: string; time: number; acked: boolean }
type Answer = { status: number; body: { ok: boolean; msg?: string; reason?: string; data?: unknown } }

export const makeSandbox = (origin: string) => {
  const call = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${origin}/sandbox/${path}`, init)
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const post = (path: string, body: object): Promise<Answer> =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
    scan: (phone: string, qr: string) => post('scan', { phone, qr }),
    addPhone: (phone: string, name: string) => post('phones', { phone, name }),
    fault: (kind: string, phone?: string, more: Record<string, unknown> = {}) =>
      post('fault', { kind, phone, ...more }),
    enterCode: (phone: string, code: string) => post('enter-code', { phone, code }),
    /** All that one phone received, in order. */
    received: async (phone: string): Promise<Received[]> =>
      ((await call(`messages?phone=${phone}`)).body.data ?? []) as Received[],
    /** What the product would have mailed to this address, newest first. */
    mailTo: async (to: string): Promise<{ text: string }[]> =>
      ((await call(`mail?to=${encodeURIComponent(to)}`)).body.data ?? []) as { text: string }[],
    /** All that one account sent. */
    sentBy: async (phone: string): Promise<Received[]> =>
      (((await call('messages')).body.data ?? []) as Received[]).filter(({ from }) => from === phone),
  }
}
export type Sandbox = ReturnType<typeof makeSandbox>
