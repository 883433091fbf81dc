// What a decrypted message says, in the words of the record: kind, text, buttons, media.
import { extractMessageContent, proto } from '@whiskeysockets/baileys'
import type { MessageButton, MessageContent, MessageMedia } from '../store/messages.ts'

const { REVOKE } = proto.Message.ProtocolMessage.Type

const MEDIA = {
  imageMessage: 'image',
  videoMessage: 'video',
  documentMessage: 'document',
  audioMessage: 'audio',
  stickerMessage: 'sticker',
} as const

interface MediaPart {
  mimetype?: string | null
  directPath?: string | null
  mediaKey?: Uint8Array | null
  caption?: string | null
  fileName?: string | null
}

function mediaOf(kind: string, part: MediaPart): MessageMedia {
  return {
    kind,
    mimetype: part.mimetype ?? 'application/octet-stream',
    directPath: part.directPath ?? '',
    mediaKey: Buffer.from(part.mediaKey ?? []).toString('base64'),
    ...(part.fileName ? { fileName: part.fileName } : {}),
  }
}

function flowButton(name: string, params: string): MessageButton {
  try {
    const { display_text: title, url } = JSON.parse(params) as { display_text?: string; url?: string }
    return { title: title ?? name, type: name, ...(url ? { url } : {}) }
  } catch {
    return { title: name, type: name }
  }
}

function interactive(message: proto.Message.IInteractiveMessage): MessageContent {
  const part = message.header?.imageMessage ?? message.header?.videoMessage ?? message.header?.documentMessage
  const kind = message.header?.imageMessage ? 'image' : message.header?.videoMessage ? 'video' : 'document'
  const text = [message.header?.title, message.body?.text, message.footer?.text].filter(Boolean).join('\n')
  const buttons = (message.nativeFlowMessage?.buttons ?? []).map(({ name, buttonParamsJson }) =>
    flowButton(name ?? '', buttonParamsJson ?? '{}'),
  )
  return { type: 'interactive', text, buttons, ...(part ? { media: mediaOf(kind, part) } : {}) }
}

export function describeMessage(message: proto.IMessage): MessageContent {
  const own = message.deviceSentMessage?.message ?? message
  const content = extractMessageContent(own) ?? own
  const protocol = content.protocolMessage
  if (protocol) {
    const revoke = protocol.type === REVOKE && protocol.key?.id
    return revoke ? { type: 'revoke', text: protocol.key?.id ?? '' } : { type: 'protocol', text: '' }
  }
  for (const [name, kind] of Object.entries(MEDIA)) {
    const part: MediaPart | null | undefined = content[name as keyof typeof MEDIA]
    if (part) return { type: kind, text: part.caption ?? '', media: mediaOf(kind, part) }
  }
  if (content.interactiveMessage) return interactive(content.interactiveMessage)
  if (content.buttonsMessage) {
    const buttons = (content.buttonsMessage.buttons ?? []).map(({ buttonText }) => ({
      title: buttonText?.displayText ?? '',
      type: 'reply',
    }))
    return { type: 'buttons', text: content.buttonsMessage.contentText ?? '', buttons }
  }
  if (content.reactionMessage) return { type: 'reaction', text: content.reactionMessage.text ?? '' }
  const text = content.conversation ?? content.extendedTextMessage?.text
  return text == null ? { type: 'unknown', text: '' } : { type: 'text', text }
}
