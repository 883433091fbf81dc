// The bot check of /signin, fetched when the server asks for it: many wrong passwords for this email came from everywhere.
import { type Ref } from 'react'
import { usePublicConfig } from '../../../../lib/api/public-config.ts'
import { type BotCheck, TurnstileBox } from './turnstile.tsx'

export default function SigninCheck({ onToken, ref }: { onToken: (token: string) => void; ref: Ref<BotCheck> }) {
  const { data: config } = usePublicConfig()
  if (!config) return <div className="min-h-16.25" />
  return (
    <TurnstileBox
      ref={ref}
      src={config.turnstileScript}
      siteKey={config.turnstileSiteKey}
      action="login"
      onToken={onToken}
    />
  )
}
