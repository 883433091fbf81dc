// What came of a test, in words.
import type { OneOffWire } from '../../../contract/sending/one-off.ts'
import { fromServer, oneOffTexts } from '../../texts/indonesian.ts'

const texts = oneOffTexts.test
type Told = { tone: 'info' | 'success' | 'warning' | 'danger'; text: string }
export const testWords = (
  test: Pick<OneOffWire, 'count_success' | 'count_fail' | 'phase' | 'error'>,
  to: string,
): Told => {
  if (test.count_success > 0) return { tone: 'success', text: texts.arrived(to) }
  if (test.count_fail > 0) return { tone: 'danger', text: texts.failed(fromServer(test.error ?? '')) }
  if (test.phase === 'error_blast') return { tone: 'danger', text: texts.notSent(fromServer(test.error ?? '')) }
  if (test.phase === 'stop') return { tone: 'warning', text: texts.stopped }
  if (test.phase === 'finished') return { tone: 'warning', text: texts.unanswered }
  return { tone: 'info', text: texts.sending(to) }
}
