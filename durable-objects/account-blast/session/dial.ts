// What a runner needs to dial WhatsApp for the account: its proxy, and the version of the client that it says it is.
import { readSettings } from '../../../domain/ground/settings/store.ts'
import type { SessionPort } from './port.ts'

/** The version as it was asked for or came with a claim, whichever is newer; null: that of Baileys. */
export const dialOptions = (core: SessionPort): { proxy: string | null; waVersion: string | null } => {
  const { proxy, askedVersion } = core.account
  const { rules } = core
  const ofRules = rules !== null && (askedVersion === undefined || rules.at >= askedVersion.at)
  return { proxy: proxy?.value ?? null, waVersion: (ofRules ? rules.waVersion : askedVersion?.version) ?? null }
}

/**
 * Asks which version the setting names. Otherwise it comes with a claim, and an account that is linked or whose version WhatsApp refuses gets
 * no claim before it is connected.
 */
export const askVersion = async (core: SessionPort): Promise<void> => {
  const at = core.now()
  try {
    const { whatsapp_version: version } = await core.saveThenCall(({ db }) => readSettings(db))
    core.account.askedVersion = { version: version || null, at }
  } catch (error) {
    // the next refusal or attempt to link asks again
    core.logError('client version', error)
  }
}
