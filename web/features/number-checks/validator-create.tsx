// /validator/create (s.2 Validator).
import { CheckCreate } from './create-screen.tsx'

export default function ValidatorCreate() {
  return <CheckCreate kind="validator" />
}
