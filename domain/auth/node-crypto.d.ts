// The two names of node:crypto that run in both Node and the Worker (nodejs_compat); the Worker's types have none.
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
