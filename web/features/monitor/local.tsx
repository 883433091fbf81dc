// /monitor/local: what an account's object knows.
import { JsonScreen } from './json-screen.tsx'

export default function MonitorLocal() {
  return <JsonScreen view="local" />
}
