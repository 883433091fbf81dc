// Where alerts go, as the settings say it (rule alerts).
import { emailsOf, type Settings } from '../../../contract/ground/settings.ts'
import type { Target } from './store.ts'

export const targetsOf = (settings: Pick<Settings, 'alert_email' | 'alert_webhook_url'>): Target[] => [
  ...emailsOf(settings.alert_email).map((target): Target => ({ channel: 'mail', target })),
  ...(settings.alert_webhook_url === '' ? [] : [{ channel: 'webhook' as const, target: settings.alert_webhook_url }]),
]
