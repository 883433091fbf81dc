import { MapPinOff } from 'lucide-react'
import { common } from '../../texts/indonesian.ts'
import { PlainPage } from './plain-page.tsx'

export default function NotFound() {
  return <PlainPage icon={MapPinOff} title={common.notFound} text={common.notFoundText} />
}
