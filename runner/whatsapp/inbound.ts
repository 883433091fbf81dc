// Reads what somebody wrote to the account: short texts, in every shape an opt-out can take, what longer ones mean,
// which alone leaves this process (rule own-words), and the deletion or change of one of our own messages from the member's phone.
import { normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import { OPT_OUT_MAX_CHARS } from '../../contract/recipients/opt-out.ts'
import { type Meaning, meaningOf } from '../../contract/recipients/replies.ts'

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

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type
/** Who changes what they wrote says what it says then. */
const contentOf = (message: proto.IMessage | null | undefined): proto.IMessage | undefined => {
  const content = normalizeMessageContent(message)
  const { type, editedMessage } = content?.protocolMessage ?? {}
  return type === MESSAGE_EDIT ? normalizeMessageContent(editedMessage) : content
}

/** What of a message is passed on. Of a text that is too long: what it means, if it means anything. */
export type Reply = { text: string; means: Meaning | null }
export const repliesOf = (message: proto.IMessage | null | undefined): Reply[] => {
  const content = contentOf(message)
  if (!content) return []
  const found = [
    content.conversation,
    content.extendedTextMessage?.text,
    content.imageMessage?.caption,
    content.videoMessage?.caption,
    content.documentMessage?.caption,
    content.interactiveResponseMessage?.body?.text,
    ...flowTexts(content.interactiveResponseMessage?.nativeFlowResponseMessage?.paramsJson),
    content.buttonsResponseMessage?.selectedDisplayText,
    content.buttonsResponseMessage?.selectedButtonId,
    content.templateButtonReplyMessage?.selectedDisplayText,
    content.templateButtonReplyMessage?.selectedId,
  ]
  const texts = found.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
  return [...new Set(texts)].flatMap((text): Reply[] => {
    if (text.length <= OPT_OUT_MAX_CHARS) return [{ text, means: null }]
    const means = meaningOf(text)
    return means === null ? [] : [{ text: '', means }]
  })
}

/**
 * Id of the message that this one deletes for everyone, or changes, which takes what was paid for away as well (rule suspension); null when it does
 * neither.
 */
export const revokedId = (message: proto.IMessage | null | undefined): string | null => {
  const own = message?.deviceSentMessage?.message ?? message
  const change = normalizeMessageContent(own)?.protocolMessage
  return change?.type === REVOKE || change?.type === MESSAGE_EDIT ? (change.key?.id ?? null) : null
}
