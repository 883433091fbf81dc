// /validator/list: all validators, live.
import { ShieldCheck } from 'lucide-react'
import { useSession } from '../../lib/session/session.ts'
import { checkTexts } from '../../texts/indonesian.ts'
import { CheckList } from './list-screen.tsx'

export default function ValidatorList() {
  const user = useSession()?.user
  if (!user) return null
  return <CheckList kind="validator" source={checkTexts.columns.file} icon={ShieldCheck} user={user} />
}
