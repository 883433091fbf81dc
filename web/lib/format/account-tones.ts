// The colour of an account's connection state, the same on every screen.
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import type { Tone } from '../../ui/badge.tsx'

export const ACCOUNT_TONES: Record<AccountState, Tone> = {
  connected: 'success',
  reconnecting: 'warning',
  disconnected: 'danger',
  loggedOut: 'danger',
  conflict: 'danger',
  restricted: 'warning',
  suspended: 'danger',
  unknown: 'neutral',
}
