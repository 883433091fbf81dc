import { termsText } from '../../../texts/indonesian/terms.ts'
import { LegalPage } from './legal-page.tsx'

export default function Terms() {
  return <LegalPage text={termsText} />
}
