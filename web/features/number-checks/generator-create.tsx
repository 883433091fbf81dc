// /generator/create (s.2 Generator).
import { CheckCreate } from './create-screen.tsx'

export default function GeneratorCreate() {
  return <CheckCreate kind="generator" />
}
