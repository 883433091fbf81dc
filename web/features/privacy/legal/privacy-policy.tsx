import { privacyText } from '../../../texts/indonesian/privacy.ts'
import { LegalPage } from './legal-page.tsx'

export default function PrivacyPolicy() {
  return <LegalPage text={privacyText} />
}
