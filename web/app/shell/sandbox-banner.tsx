// Says on every screen that this installation never reaches WhatsApp.
import { usePublicConfig } from '../../lib/api/public-config.ts'
import { shellTexts } from '../../texts/indonesian.ts'
import { Strip } from '../../ui/strip.tsx'

export function SandboxBanner() {
  const { data: config } = usePublicConfig()
  if (!config?.sandbox) return null
  const link = config.sandboxPhoneUrl ? { label: shellTexts.sandboxPhone, url: config.sandboxPhoneUrl } : null
  return (
    <Strip label={shellTexts.sandboxLabel} text={shellTexts.sandbox} shortText={shellTexts.sandboxShort} link={link} />
  )
}
