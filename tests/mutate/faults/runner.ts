// Faults in how a runner ends.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]

export const RUNNER: readonly Fault[] = [
  {
    name: 'close-told-before-the-last-rows',
    what: 'a runner that ends while its account socket is down tells of the close before its last key rows, which are then refused',
    edits: one(
      'runner/account-session.ts',
      "      await this.#link.emptied(storeMs)\n      this.#pushFact({ kind: 'closed'",
      "      this.#pushFact({ kind: 'closed'",
    ),
    tests: ['runner/account-session.test.ts'],
  },
  {
    name: 'logs-in-as-it-ends',
    what: 'a runner that ends logs in again because its object hears it again, and tells of a close while that login is under way',
    edits: one('runner/account-session.ts', '    this.#turn = new Promise(() => undefined)\n', ''),
    tests: ['runner/account-session.test.ts'],
  },
  {
    name: 'change-of-a-paid-message-unseen',
    what: 'a member who changes a paid message to a full stop keeps its pay',
    rule: 'suspension',
    edits: one(
      'runner/whatsapp/inbound.ts',
      'change?.type === REVOKE || change?.type === MESSAGE_EDIT',
      'change?.type === REVOKE',
    ),
    tests: ['runner/whatsapp/inbound.test.ts'],
  },
  {
    name: 'stop-by-a-change-unheard',
    what: 'who changes what they wrote to BERHENTI goes on getting messages',
    rule: 'opt-out',
    edits: one(
      'runner/whatsapp/inbound.ts',
      'return type === MESSAGE_EDIT ? normalizeMessageContent(editedMessage) : content',
      'return type === MESSAGE_EDIT ? editedMessage?.protocolMessage?.editedMessage ?? undefined : content',
    ),
    tests: ['runner/whatsapp/inbound.test.ts'],
  },
  {
    name: 'stop-below-a-picture-unheard',
    what: 'who answers with a picture and BERHENTI below it goes on getting messages',
    rule: 'opt-out',
    edits: one('runner/whatsapp/inbound.ts', '    content.imageMessage?.caption,\n', ''),
    tests: ['runner/whatsapp/inbound.test.ts'],
  },
  {
    name: 'account-dialled-in-a-row',
    what: 'an account socket that opens and stores nothing is dialled each second',
    edits: [
      {
        file: 'runner/account-link.ts',
        from: '    this.#lastOpenAt = now()\n    const { hello }',
        to: '    this.#lastOpenAt = now()\n    this.#tries = 0\n    const { hello }',
      },
    ],
    tests: ['runner/account-link.test.ts'],
  },
  {
    name: 'login-never-slower',
    what: 'logins that fail in a row come no more seldom',
    edits: [
      {
        file: 'durable-objects/account-blast/document/disconnect-rules.ts',
        from: 'backOffMs(failures - 1, backOff, random)',
        to: 'backOffMs(0, backOff, random)',
      },
    ],
    tests: ['durable-objects/account-blast/document/disconnect-rules.test.ts'],
  },
]
