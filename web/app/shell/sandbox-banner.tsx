// Says on every screen that this installation never reaches WhatsApp.
import { usePublicConfig } from '../../lib/api/public-config.ts'
import { shellTexts } from '../../texts/indonesian.ts'
import { Strip } from '../../ui/strip.tsx'

export function SandboxBanner() {
  const { data: config } = usePublicConfig()
  // A local stack marks its copy of the page (scripts/stack/build.ts), so that the strip is there before the first answer.
  const isSandbox = config ? config.sandbox : document.documentElement.dataset['sandbox'] !== undefined
  if (!isSandbox) return null
  const url = config ? config.sandboxPhoneUrl : null
  const link = url === '' ? null : { label: shellTexts.sandboxPhone, url }
  return (
    <Strip label={shellTexts.sandboxLabel} text={shellTexts.sandbox} shortText={shellTexts.sandboxShort} link={link} />
  )
}
