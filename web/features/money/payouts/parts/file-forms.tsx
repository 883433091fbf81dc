// The two files of a batch: the one for the bank, and the bank's result.
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { PayoutFormat, PayoutItem } from '../../../../../contract/money/payouts.ts'
import { ApiError, errorText } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { saveFile } from '../../../../lib/browser/save-file.ts'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { common, fromServer, payoutTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FileField } from '../../../../lib/forms/file-field.tsx'
import { Input, Select } from '../../../../ui/input.tsx'
import { CHANGED, fetchFile, sendResult } from '../api.ts'

const FORMATS = Object.keys(texts.formats) as PayoutFormat[]
export function BankFile({ payout }: { payout: PayoutItem }) {
  const [format, setFormat] = useState<PayoutFormat>('csv')
  const [account, setAccount] = useState('')
  const [isAsked, setAsked] = useState(false)
  // the first one orders every request of the batch at the bank
  const isFirst = payout.fetchedAt === null && payout.status === 'frozen'
  const { busy, failure, run, clear } = useAction({
    send: () => fetchFile(payout.id, format, format === 'mandiri' ? account.replace(/\D/g, '') : ''),
    changes: CHANGED,
    onDone: (file) => saveFile(file, `payout-${payout.number}-${format}.csv`),
  })
  const choose = (name: string): void => {
    clear()
    setFormat(FORMATS.find((one) => one === name) ?? 'csv')
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <Field label={texts.format} hint={format === 'csv' ? texts.csvHint : texts.formatHint}>
        {(control) => (
          <Select {...control} value={format} onChange={(event) => choose(event.target.value)}>
            {FORMATS.map((name) => (
              <option key={name} value={name}>
                {texts.formats[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {format === 'mandiri' && (
        <Field label={texts.account} hint={texts.accountHint}>
          {(control) => (
            <Input
              {...control}
              value={account}
              inputMode="numeric"
              maxLength={24}
              autoComplete="off"
              onChange={(event) => setAccount(event.target.value)}
            />
          )}
        </Field>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button variant="secondary" busy={busy} onClick={() => (isFirst ? setAsked(true) : void run())}>
        {!busy && <Download aria-hidden className="size-4" />}
        {busy ? texts.downloading : texts.download}
      </Button>
      {isAsked && (
        <Confirm
          title={texts.firstFetch}
          confirmLabel={texts.download}
          cancelLabel={common.cancel}
          onConfirm={() => void run()}
          onClose={() => setAsked(false)}
        >
          {texts.firstFetchText(formatNumber(payout.count), formatRupiah(payout.total))}
        </Confirm>
      )}
    </div>
  )
}

const SHOWN_ROWS = 20
function WrongRows({ fields }: { fields: Record<string, string> }) {
  const rows = Object.entries(fields)
  return (
    <ul aria-label={texts.wrongRows} className="mt-2 list-disc pl-5">
      {rows.slice(0, SHOWN_ROWS).map(([row, text]) => (
        <li key={row}>{texts.rowWrong(row, fromServer(text))}</li>
      ))}
      {rows.length > SHOWN_ROWS && <li>{texts.moreRows(formatNumber(rows.length - SHOWN_ROWS))}</li>}
    </ul>
  )
}
export function ResultForm({ payout }: { payout: PayoutItem }) {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const { busy, answer, run } = useAction({
    send: (chosen: File) => sendResult(payout.id, chosen),
    changes: CHANGED,
    onDone: () => setFile(null),
    onRefused: (error) => {
      setRefusal(error)
      return true
    },
  })
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    setRefusal(null)
  }
  const isEarly = payout.fetchedAt === null && payout.status === 'frozen'
  return (
    <div className="flex flex-col gap-4">
      <FileField label={texts.result} hint={texts.resultHint} accept=".csv,text/csv" file={file} onFile={choose} />
      {refusal !== null && (
        <Alert tone="danger">
          {errorText(refusal)}
          {refusal instanceof ApiError && refusal.fields && <WrongRows fields={refusal.fields} />}
        </Alert>
      )}
      {answer && refusal === null && !busy && (
        <Alert tone="success">
          {texts.applied(formatNumber(answer.accepted), formatNumber(answer.returned))}
          {answer.returned > 0 && ` ${texts.appliedWait}`}
          {answer.unchanged > 0 && ` ${texts.unchanged(formatNumber(answer.unchanged))}`}
        </Alert>
      )}
      <div>
        {isEarly && <p className="mb-3 text-[13px] text-ink-2">{texts.resultLater}</p>}
        <Button busy={busy} disabled={file === null || isEarly} onClick={() => file && void run(file)}>
          {!busy && <Upload aria-hidden className="size-4" />}
          {busy ? texts.uploading : texts.upload}
        </Button>
      </div>
    </div>
  )
}
