// /generator/list: all generators, live.
import { Bot } from 'lucide-react'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { checkTexts } from '../../../texts/indonesian.ts'
import { CheckList } from './list-screen.tsx'

export default signedIn(({ user }) => (
  <CheckList kind="generator" source={checkTexts.columns.range} icon={Bot} user={user} />
))
