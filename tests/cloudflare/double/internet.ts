// The addresses that the deployed things would have, reached the way a company's network reaches them: through a proxy.
// It ends TLS with a certificate of its own for each host and hands the connection to what runs there now.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { generate } from 'selfsigned'

/** @param portOf where a host is served on this machine; null: nobody has that name */
export const startInternet = async (hosts: readonly string[], portOf: (host: string) => Promise<number | null>) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'double' }], {
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) }],
  })
  const sockets = new Set<Socket>()
  const hold = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  /** Bytes as they come: headers stay as they were sent, and an upgrade is only more bytes. */
  const tls = createTlsServer({ key, cert })
  tls.removeAllListeners('secureConnection')
  tls.on('secureConnection', async (socket) => {
    hold(socket)
    const port = await portOf(String(socket.servername)).catch(() => null)
    if (port === null) return void socket.destroy()
    const target = connect(port, '127.0.0.1')
    hold(target)
    socket.on('close', () => target.destroy())
    target.on('close', () => socket.destroy())
    socket.pipe(target).pipe(socket)
  })
  const proxy = createServer((_, answer) => answer.writeHead(501).end())
  tls.listen(0, '127.0.0.1')
  proxy.listen(0, '127.0.0.1')
  await Promise.all([once(tls, 'listening'), once(proxy, 'listening')])
  const portOfServer = (server: typeof proxy | typeof tls): number => (server.address() as { port: number }).port
  proxy.on('connect', (_request, socket: Socket, head) => {
    hold(socket)
    const target = connect(portOfServer(tls), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) target.write(head)
      socket.pipe(target).pipe(socket)
    })
    hold(target)
    socket.on('close', () => target.destroy())
    target.on('close', () => socket.destroy())
  })
  return {
    /** PEM: what its visitors must trust. */
    certificate: cert,
    proxy: `http://127.0.0.1:${portOfServer(proxy)}`,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await Promise.all([once(tls.close(), 'close'), once(proxy.close(), 'close')])
    },
  }
}
