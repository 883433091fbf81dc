// /validator/create: the form that makes a validator, or edits one with ?id=.
import { CheckCreate } from './create-screen.tsx'

export default function ValidatorCreate() {
  return <CheckCreate kind="validator" />
}
