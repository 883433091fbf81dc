// The media host: takes encrypted uploads over HTTPS with a CA of its own, and opens them for the phone page.
import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getMediaKeys, type MediaType } from '@whiskeysockets/baileys'
import { generate } from 'selfsigned'
import type { MessageMedia } from '../store/messages.ts'
import type { Store } from '../store/store.ts'

const MAX_UPLOAD_BYTES = 100 * 1024 * 1024
const MAC_BYTES = 10
const NAME = /^[A-Za-z0-9_-]{43}$/

interface Certificate {
  key: string
  cert: string
}

async function certificateOf(store: Store): Promise<Certificate> {
  const stored = store.meta('media certificate')
  if (stored) return JSON.parse(Buffer.from(stored).toString()) as Certificate
  const made = await generate([{ name: 'commonName', value: 'Sandbox media' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 10 * 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  })
  const certificate = { key: made.private, cert: made.cert }
  store.setMeta('media certificate', Buffer.from(JSON.stringify(certificate)))
  return certificate
}

export interface MediaHost {
  host: string
  ca: string
  read: (media: MessageMedia) => Promise<Buffer | undefined>
  close: () => void
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')

export async function openMediaHost(store: Store, address: string): Promise<MediaHost> {
  const folder = join(store.folder, 'media')
  mkdirSync(folder, { recursive: true })
  const certificate = await certificateOf(store)
  const server = createServer(certificate, (request, response) => {
    const name =
      URL.parse(request.url ?? '/', 'https://media')
        ?.pathname.split('/')
        .pop() ?? ''
    if (!NAME.test(name)) return end(response, 404)
    const file = join(folder, name)
    if (request.method === 'POST') return receive(request, response, file, name)
    if (!existsSync(file)) return end(response, 404)
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(file))
  })
  const port = await listen(server, address)
  const host = `${address}:${port}`

  function receive(request: IncomingMessage, response: ServerResponse, file: string, name: string): void {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_UPLOAD_BYTES) chunks.push(chunk)
    })
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (size > MAX_UPLOAD_BYTES) return end(response, 413)
      if (base64url(createHash('sha256').update(body).digest()) !== name) return end(response, 400)
      writeFileSync(`${file}.part`, body)
      renameSync(`${file}.part`, file)
      const path = `/v/${name}`
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: `https://${host}${path}`, direct_path: path }))
    })
  }

  return {
    host,
    ca: certificate.cert,
    read: (media) => openMedia(folder, media),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}

function listen(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, address, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound ? bound.port : 0)
    })
  })
}

/** Decrypts as a phone does; undefined when the file is missing or was tampered with. */
async function openMedia(folder: string, media: MessageMedia): Promise<Buffer | undefined> {
  const name = media.directPath.split('/').pop() ?? ''
  const file = join(folder, name)
  if (!NAME.test(name) || !existsSync(file)) return undefined
  const sealed = readFileSync(file)
  const { iv, cipherKey, macKey } = await getMediaKeys(Buffer.from(media.mediaKey, 'base64'), media.kind as MediaType)
  if (!macKey) return undefined
  const body = sealed.subarray(0, -MAC_BYTES)
  const mac = createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, MAC_BYTES)
  if (!timingSafeEqual(mac, sealed.subarray(-MAC_BYTES))) return undefined
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(body), decipher.final()])
}
