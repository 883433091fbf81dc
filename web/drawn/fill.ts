// Runs before the page's script: puts the member's figures into the drawn home, those of the last visit first, then
// those of the call under way, which on a slow line is long before that script has come.
import type { MemberHome } from '../../contract/home.ts'
import { greetingOf, levelOf, MEMBER_FIGURES } from '../features/home/member-figures.ts'
import { cachedNumbers, HOME_KEPT } from '../features/home/numbers-cache.ts'

const write = (name: string, text: string): void => {
  for (const place of document.querySelectorAll(`#drawn [data-figure="${name}"]`)) place.textContent = text
}
const fill = (home: MemberHome): void => {
  for (const [name, { pick, format }] of Object.entries(MEMBER_FIGURES)) write(name, format(pick(home)))
  const { name, way, percent } = levelOf(home)
  write('level', name)
  write('way', way)
  const bar = document.querySelector<HTMLElement>('#drawn [role="progressbar"] > *')
  if (bar) bar.style.width = `${percent}%`
}

const start = ({ user, answer }: NonNullable<Window['early']>): void => {
  write('greeting', greetingOf(user))
  // The shape is that of this version of the page; what is odd all the same leaves the places empty.
  const tryFill = (home: unknown): void => {
    try {
      if (home) fill(home as MemberHome)
    } catch {
      // the page itself comes soon
    }
  }
  tryFill(cachedNumbers(user.id)[HOME_KEPT])
  void answer
    // The page may have read it by now: then it shows it, too.
    .then((response) => (response.ok && !response.bodyUsed ? response.clone().json() : null))
    .then(tryFill, () => undefined)
}

/** The page's script follows what is painted: a slow phone takes half a second to read it. A tab in the background paints nothing. */
const open = (entry: string): void => {
  const load = (): void => void import(/* @vite-ignore */ entry)
  if (document.documentElement.dataset['drawn'] && document.visibilityState === 'visible')
    requestAnimationFrame(() => setTimeout(load))
  else load()
}

const { entry } = document.currentScript?.dataset ?? {}
// Once the document is all there.
document.addEventListener(
  'readystatechange',
  () => {
    const shown = document.querySelector<HTMLElement>(
      `#drawn > [data-for="${document.documentElement.dataset['drawn']}"]`,
    )
    if (shown?.dataset['title']) document.title = shown.dataset['title']
    if (window.early) start(window.early)
    if (entry) open(entry)
  },
  { once: true },
)
