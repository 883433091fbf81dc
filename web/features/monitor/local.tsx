// /monitor/local (s.2 Developer monitor).
import { JsonScreen } from './json-screen.tsx'

export default function MonitorLocal() {
  return <JsonScreen view="local" />
}
