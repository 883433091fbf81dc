// What makes a digest of an entry's contents unguessable once they are gone (rule record-forgets). 128 random bits, hex.
export const newSalt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
