// Reads what somebody wrote to the account: only short texts, in the four shapes an opt-out can take
// (whatsapp-wire.md, trap 5), and the deletion of one of our own messages from the member's phone.
import { normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import { OPT_OUT_MAX_CHARS } from '../../contract/recipients/opt-out.ts'

const flowTexts = (paramsJson: string | null | undefined): (string | undefined)[] => {
  if (!paramsJson) return []
  try {
    const params: unknown = JSON.parse(paramsJson)
    if (typeof params !== 'object' || params === null) return []
    return ['display_text', 'title', 'id'].map((name) => {
      const value: unknown = Reflect.get(params, name)
      return typeof value === 'string' ? value : undefined
    })
  } catch {
    return []
  }
}

/** Texts by which this message may mean stop; none for long ones. */
export const shortTexts = (message: proto.IMessage | null | undefined): string[] => {
  const content = normalizeMessageContent(message)
  if (!content) return []
  const found = [
    content.conversation,
    content.extendedTextMessage?.text,
    content.interactiveResponseMessage?.body?.text,
    ...flowTexts(content.interactiveResponseMessage?.nativeFlowResponseMessage?.paramsJson),
    content.buttonsResponseMessage?.selectedDisplayText,
    content.buttonsResponseMessage?.selectedButtonId,
    content.templateButtonReplyMessage?.selectedDisplayText,
    content.templateButtonReplyMessage?.selectedId,
  ]
  const texts = found.filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '' && text.length <= OPT_OUT_MAX_CHARS,
  )
  return [...new Set(texts)]
}

/** Id of the message that this one deletes for everyone; null when it deletes none. */
export const revokedId = (message: proto.IMessage | null | undefined): string | null => {
  const own = message?.deviceSentMessage?.message ?? message
  const deletion = normalizeMessageContent(own)?.protocolMessage
  if (!deletion || deletion.type !== proto.Message.ProtocolMessage.Type.REVOKE) return null
  return deletion.key?.id ?? null
}
