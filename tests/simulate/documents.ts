// Accounts' documents as members and promises look at them: most looks find the text of the look before, which is not parsed again.
import type { AccountDocument } from '../../durable-objects/account-blast/document/document.ts'

export class Documents {
  readonly #read = new Map<string, { text: string; doc: AccountDocument }>()

  of(accountId: string, text: string): Readonly<AccountDocument> {
    const known = this.#read.get(accountId)
    if (known?.text === text) return known.doc
    const doc = JSON.parse(text) as AccountDocument
    this.#read.set(accountId, { text, doc })
    return doc
  }
}
