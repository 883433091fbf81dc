// /generator/create: the form that makes a generator, or edits one with ?id=.
import { CheckCreate } from './create-screen.tsx'

export default function GeneratorCreate() {
  return <CheckCreate kind="generator" />
}
