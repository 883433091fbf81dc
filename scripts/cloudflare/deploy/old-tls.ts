// Whether an address still speaks TLS 1.0 or 1.1, which setup cannot switch off: it is a setting of the domain's zone.
import { connect } from 'node:tls'

const WAIT_MS = 10_000

/** true: it shook hands by TLS 1.1 or older. false: it refused, or was not reached, which the smoke test's other steps notice. */
export const speaksOldTls = (host: string, port = 443): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({
      host,
      port,
      servername: host,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      // this machine's OpenSSL would not offer them either, and the question would be none
      ciphers: 'DEFAULT@SECLEVEL=0',
      // whose certificate it is was asked before; nothing is said here
      rejectUnauthorized: false,
      timeout: WAIT_MS,
    })
    const finish = (spoke: boolean): void => {
      socket.destroy()
      done(spoke)
    }
    socket.on('secureConnect', () => finish(true))
    socket.on('error', () => finish(false))
    socket.on('timeout', () => finish(false))
  })
