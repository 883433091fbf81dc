// The few names of node:crypto that run in both Node and the Worker (nodejs_compat); the Worker's types have none.
declare module 'node:crypto' {
  export function scrypt(
    password: string,
    salt: Uint8Array,
    keylen: number,
    options: { N: number; r: number; p: number },
    callback: (error: Error | null, key: Uint8Array) => void,
  ): void
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean
}

// With Node's types loaded this module is declared twice, and both declarations must fit.
declare module 'crypto' {
  export type PlainSecret = string & { readonly plainSecret: true }
  type TextHmac = { update(text: string): TextHmac; digest(encoding: 'hex'): string }
  export function createHmac(algorithm: 'sha256', key: PlainSecret): TextHmac
}
