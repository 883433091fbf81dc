// What a fault takes besides phone and times: which questions the form asks for it, and how the answers become a body.
import { queryNames, texts } from './texts.ts'

interface Detail {
  name: string
  label: string
  initial: string
  /** a choice; without: free text, or digits when `digits` is set */
  options?: Record<string, string>
  digits?: boolean
}

const { faultChoice: label } = texts
const code = (options: Record<string, string>): Detail => ({ name: 'code', label: label.code, initial: '429', options })
const ERRORS = { '429': '429 rate-overlimit', '404': '404 item-not-found', '500': '500', '503': '503' }
const protocol: Detail = {
  name: 'protocol',
  label: label.protocol,
  initial: 'contact',
  options: { contact: 'Nomor (contact)', devices: 'Perangkat (devices)', lid: 'LID (lid)' },
}
const digits = (name: string, text: string, initial: string): Detail => ({ name, label: text, initial, digits: true })
const limit = digits('seconds', label.seconds, '')

const DETAILS: Record<string, Detail[]> = {
  'ack-error-463': [limit],
  'lookup-error-463': [limit],
  'chat-cap': [limit],
  'query-error': [
    { name: 'query', label: label.query, initial: 'usync-contact', options: queryNames },
    code({ ...ERRORS, silence: 'Tidak dijawab' }),
    digits('backoff', label.backoff, ''),
  ],
  'usync-error': [protocol, code(ERRORS), digits('backoff', label.backoff, '600')],
  'usync-gap': [protocol, digits('missing', label.missing, '1')],
  'hold-acks': [
    digits('seconds', label.holdSeconds, ''),
    {
      name: 'order',
      label: label.order,
      initial: 'as-sent',
      options: { 'as-sent': 'Seperti dikirim', reversed: 'Terbalik', 'receipts-first': 'Tanda terima lebih dulu' },
    },
    {
      name: 'ackClass',
      label: label.ackClass,
      initial: 'message',
      options: { message: 'message', receipt: 'receipt' },
    },
  ],
  unreadable: [
    {
      name: 'asks',
      label: label.asks,
      initial: 'true',
      options: { true: 'Langsung', false: 'Belum, menunggu perintah' },
    },
  ],
  'ask-again': [{ name: 'messageId', label: label.messageId, initial: '' }],
  'prekeys-low': [
    digits('count', label.count, '0'),
    { name: 'form', label: label.form, initial: 'jid', options: { jid: '@s.whatsapp.net', bare: 's.whatsapp.net' } },
  ],
}

export type Answers = Record<string, string>
export const initialAnswers = (kind: string): Answers =>
  Object.fromEntries((DETAILS[kind] ?? []).map(({ name, initial }) => [name, initial]))

function valueOf({ options, digits: isNumber }: Detail, answer: string): string | number | boolean {
  if (isNumber || (options && /^\d+$/.test(answer))) return Number(answer)
  return options && (answer === 'true' || answer === 'false') ? answer === 'true' : answer
}

/** Empty fields are left out, and the sandbox uses its defaults. */
export function bodyOf(kind: string, answers: Answers): Record<string, string | number | boolean> {
  const given = (DETAILS[kind] ?? []).filter(({ name }) => (answers[name] ?? '').trim() !== '')
  return Object.fromEntries(given.map((detail) => [detail.name, valueOf(detail, (answers[detail.name] ?? '').trim())]))
}

interface Props {
  kind: string
  answers: Answers
  onAnswer: (name: string, answer: string) => void
}

export function FaultDetails({ kind, answers, onAnswer }: Props) {
  return DETAILS[kind]?.map(({ name, label: text, options, digits: isNumber }) => {
    const shared = { className: 'field', value: answers[name] ?? '' }
    return (
      <label key={name} className="text-sm">
        {text}
        {options ? (
          <select {...shared} onChange={(event) => onAnswer(name, event.target.value)}>
            {Object.entries(options).map(([value, shown]) => (
              <option key={value} value={value}>
                {shown}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...shared}
            type={isNumber ? 'number' : 'text'}
            onChange={(event) => onAnswer(name, event.target.value)}
          />
        )}
      </label>
    )
  })
}
