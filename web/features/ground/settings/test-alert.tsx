// Sends an alert that tells of nothing to the saved addresses (rule alerts): who runs the place sees that alerts arrive before one has to.
import { call } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { settingsTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'

export function TestAlert({ isChanged }: { isChanged: boolean }) {
  const test = useAction({ send: () => call('POST /admin/troubles/test', {}) })
  const { answer } = test
  const isAll = answer !== undefined && answer.delivered === answer.sent
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <Button
        variant="secondary"
        className="self-start"
        busy={test.busy}
        disabled={isChanged}
        onClick={() => test.run()}
      >
        {texts.testAlert}
      </Button>
      {isChanged && <p className="text-[13px] text-ink-2">{texts.testAfterSaving}</p>}
      {test.failure && <Alert tone="danger">{test.failure}</Alert>}
      {answer && !test.failure && (
        <Alert tone={isAll ? 'success' : 'warning'}>
          {texts.testSent(formatNumber(answer.delivered), formatNumber(answer.sent))}
        </Alert>
      )}
    </div>
  )
}
