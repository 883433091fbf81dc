// A tiny SOCKS5 server with a user and a password, that counts the tunnels it made.
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Socks5 {
  url: string
  tunnels: number
  close: () => Promise<void>
}
const GRANTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])

export async function startSocks5(user: string, password: string): Promise<Socks5> {
  const sockets = new Set<Socket>()
  const state = { tunnels: 0 }
  const read = (socket: Socket): Promise<Buffer> => new Promise((resolve) => socket.once('data', resolve))
  const serve = async (socket: Socket): Promise<void> => {
    await read(socket)
    socket.write(Buffer.from([5, 2]))
    const login = await read(socket)
    const userEnd = 2 + (login[1] ?? 0)
    const given = [login.toString('utf8', 2, userEnd), login.toString('utf8', userEnd + 1)]
    if (given[0] !== user || given[1] !== password) return void socket.end(Buffer.from([1, 1]))
    socket.write(Buffer.from([1, 0]))
    const ask = await read(socket)
    const named = ask[3] === 3
    const host = named ? ask.toString('utf8', 5, 5 + (ask[4] ?? 0)) : ask.subarray(4, 8).join('.')
    const port = ask.readUInt16BE(named ? 5 + (ask[4] ?? 0) : 8)
    const target = connect(port, host, () => {
      state.tunnels += 1
      socket.write(GRANTED)
      socket.pipe(target).pipe(socket)
    })
    target.on('error', () => socket.destroy())
    socket.on('close', () => target.destroy())
  }
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    void serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `socks5://${user}:${password}@127.0.0.1:${port}`,
    get tunnels() {
      return state.tunnels
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
