// /monitor/local: the state of an account's object.
import { JsonScreen } from './json-screen.tsx'

export default function MonitorLocal() {
  return <JsonScreen view="local" />
}
