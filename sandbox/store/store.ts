// All that the sandbox remembers, in DATA_DIR/sandbox: phones keep their identity and links over kill -9.
import { randomBytes } from 'node:crypto'
import { contactStore } from './contacts.ts'
import { Database } from './database.ts'
import { deviceStore } from './devices.ts'
import { mailStore } from './mail.ts'
import { messageStore } from './messages.ts'
import { pendingStore } from './pending.ts'
import { phoneStore } from './phones.ts'
import { replyStore } from './replies.ts'
import { retryStore } from './retries.ts'
import { sessionStore } from './sessions.ts'
import { statsStore } from './stats.ts'

export function openStore(folder: string) {
  const db = new Database(folder)
  const meta = (key: string): Uint8Array | undefined =>
    db.all<{ value: Uint8Array }>('SELECT value FROM meta WHERE key = ?', key)[0]?.value
  const setMeta = (key: string, value: Uint8Array): void => {
    db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value)
    db.commit()
  }
  let seed = meta('seed')
  if (!seed) {
    seed = randomBytes(32)
    setMeta('seed', seed)
  }
  return {
    folder,
    seed: Buffer.from(seed),
    meta,
    setMeta,
    afterCommit: (say: () => void): void => db.afterCommit(say),
    committed: (): Promise<void> => new Promise((resolve) => db.afterCommit(resolve)),
    close: (): void => db.close(),
    contacts: contactStore(db),
    devices: deviceStore(db),
    mail: mailStore(db),
    messages: messageStore(db),
    pending: pendingStore(db),
    phones: phoneStore(db),
    replies: replyStore(db),
    retries: retryStore(db),
    sessions: sessionStore(db),
    stats: statsStore(db),
  }
}

export type Store = ReturnType<typeof openStore>
