// The stored form of a password, as sign-in reads it.
import { randomBytes, scrypt } from 'node:crypto'

export const hashPassword = (password: string): Promise<string> =>
  new Promise((done, fail) => {
    const salt = randomBytes(16)
    scrypt(password, salt, 32, { N: 16_384, r: 8, p: 1 }, (error, key) =>
      error === null ? done(`scrypt$16384$8$1$${salt.toString('base64')}$${key.toString('base64')}`) : fail(error),
    )
  })
