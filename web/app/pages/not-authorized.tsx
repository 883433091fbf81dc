import { ShieldX } from 'lucide-react'
import { common } from '../../texts/indonesian.ts'
import { PlainPage } from './plain-page.tsx'

export default function NotAuthorized() {
  return <PlainPage icon={ShieldX} title={common.notAuthorized} text={common.notAuthorizedText} />
}
