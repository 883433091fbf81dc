// Makes a message's content as WhatsApp's protobuf. An uploaded file is reused for later recipients.
import { generateWAMessageContent, type proto, proto as protobuf, type WASocket } from '@whiskeysockets/baileys'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { boundedCache } from '../bounded-cache.ts'
import type { MessageContent } from '../../contract/operation/runner.ts'
import type { Media } from '../media.ts'

type MediaRef = NonNullable<MessageContent['media']>
const UPLOAD_LIFE_MS = HOUR_MS

const describe = (bytes: Buffer, { mimetype, filename }: MediaRef) => {
  if (mimetype.startsWith('image/') && mimetype !== 'image/gif') return { image: bytes, mimetype }
  if (mimetype.startsWith('video/')) return { video: bytes, mimetype }
  // WhatsApp accepts no animated gif as an image
  return { document: bytes, mimetype, fileName: filename }
}
const withCaption = (uploaded: proto.IMessage, caption: string): proto.IMessage => {
  const { imageMessage, videoMessage, documentMessage, messageContextInfo } = uploaded
  return protobuf.Message.create({
    ...(imageMessage ? { imageMessage: { ...imageMessage, caption } } : {}),
    ...(videoMessage ? { videoMessage: { ...videoMessage, caption } } : {}),
    ...(documentMessage ? { documentMessage: { ...documentMessage, caption } } : {}),
    messageContextInfo: messageContextInfo ?? null,
  })
}

export class Composer {
  readonly #sock: WASocket
  readonly #media: Media
  readonly #uploads = boundedCache<proto.IMessage>(16, { ttl: UPLOAD_LIFE_MS })

  constructor(sock: WASocket, media: Media) {
    this.#sock = sock
    this.#media = media
  }

  /** @throws Error when media cannot be fetched or uploaded */
  async compose({ text, media }: MessageContent): Promise<proto.IMessage> {
    const upload = this.#sock.waUploadToServer
    // no link preview: Baileys would fetch the link without the account's proxy
    if (!media) return generateWAMessageContent({ text, linkPreview: null }, { upload })
    let uploaded = this.#uploads.get(media.key)
    if (!uploaded) {
      uploaded = await generateWAMessageContent(describe(await this.#media(media.key), media), { upload })
      this.#uploads.set(media.key, uploaded)
    }
    return withCaption(uploaded, text)
  }
}
