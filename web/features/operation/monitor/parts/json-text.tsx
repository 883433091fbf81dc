// Type 0: the JSON text as it came.
import { monitorTexts as texts } from '../../../../texts/indonesian.ts'

export default function JsonText({ data }: { data: object }) {
  return (
    // Text wider than the window scrolls inside this region, which must take the focus for the keyboard to scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={texts.json} tabIndex={0} className="max-h-[75dvh] overflow-auto rounded-b-2xl p-4">
      <pre className="font-mono text-[13px] leading-5 wrap-anywhere whitespace-pre-wrap md:whitespace-pre">
        {JSON.stringify(data, null, 2)}
      </pre>
    </section>
  )
}
