// The layout of a long text in numbered parts.
import { Link } from 'react-router'
import { common } from '../../../texts/indonesian.ts'

export type LegalText = { title: string; updated: string; intro: string; parts: { title: string; text: string[] }[] }

export function LegalPage({ text }: { text: LegalText }) {
  return (
    <main className="mx-auto w-full max-w-3xl px-5 py-10 sm:py-14">
      <title>{`${text.title} · ${common.appName}`}</title>
      <Link to="/" className="mb-8 inline-flex items-center gap-3 rounded-lg text-base font-semibold">
        <img src="/favicon.svg" alt="" width={34} height={34} />
        {common.appName}
      </Link>
      <h1 className="text-3xl font-semibold tracking-tight">{text.title}</h1>
      <p className="mt-2 text-ink-3">{text.updated}</p>
      <p className="mt-6 text-base leading-7 text-ink-2">{text.intro}</p>
      {text.parts.map((part, index) => (
        <section key={part.title} className="mt-8">
          <h2 className="text-base font-semibold">{`${index + 1}. ${part.title}`}</h2>
          {part.text.map((paragraph) => (
            <p key={paragraph} className="mt-3 text-base leading-7 text-ink-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </main>
  )
}
