// A runner dialled and says what it holds of this account.
import type { Fact } from '../../../contract/operation/runner.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { SessionPort } from './port.ts'
import { login, onOpen } from './connection.ts'
import { startLink } from './link.ts'

export const onHello = async (core: SessionPort, hello: Extract<Fact, { kind: 'hello' }>): Promise<void> => {
  const doc = core.account
  core.wake()
  doc.connection = hello.connection === 'linking' ? 'connecting' : hello.connection
  sometimes('hello of a session that is logging in', hello.connection === 'connecting')
  sometimes('hello in the middle of a pairing', doc.link !== null && hello.connection !== 'none')
  sometimes('hello while a login has to wait', hello.connection === 'none' && core.timerDue('reconnect') !== null)
  if (hello.connection === 'open' && !doc.link) return onOpen(core)
  if (hello.connection !== 'none') return
  doc.holdsSession = false
  // the runner has no session in memory: the key rows must be sent again
  if (!hello.me) doc.keysAtEpoch = 0
  if (!doc.link) {
    // a redial does not shorten a back-off that is under way
    return core.timerDue('reconnect') === null ? login(core, doc.vaultGeneration) : undefined
  }
  // a new socket: the link command that was sent before is lost
  doc.link.commanded = false
  return startLink(core)
}
