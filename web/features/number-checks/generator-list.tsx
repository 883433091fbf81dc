// /generator/list: all generators, live.
import { Bot } from 'lucide-react'
import { useSession } from '../../lib/session/session.ts'
import { checkTexts } from '../../texts/indonesian.ts'
import { CheckList } from './list-screen.tsx'

export default function GeneratorList() {
  const user = useSession()?.user
  if (!user) return null
  return <CheckList kind="generator" source={checkTexts.columns.range} icon={Bot} user={user} />
}
