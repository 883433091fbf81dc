// /validator/list: all validators, live.
import { ShieldCheck } from 'lucide-react'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { checkTexts } from '../../../texts/indonesian.ts'
import { CheckList } from './list-screen.tsx'

export default signedIn(({ user }) => (
  <CheckList kind="validator" source={checkTexts.columns.file} icon={ShieldCheck} user={user} />
))
