// A script that theme.js inserts before the page's: puts the member's figures into the document's home (index.html), those of the last
// visit first, then those of the call under way, which on a slow line is long before the page's script has come.
import type { MemberHome } from '../../contract/operation/home.ts'
import { greetingOf, levelOf, MEMBER_FIGURES } from '../features/operation/home/member-figures.ts'
import { cachedNumbers, HOME_KEPT } from '../features/operation/home/numbers-cache.ts'
import { onDay } from '../features/operation/home/on-day-rules.ts'

const write = (name: string, text: string): void => {
  for (const place of document.querySelectorAll(`#drawn [data-figure="${name}"]`)) place.textContent = text
}
const fill = (home: MemberHome): void => {
  for (const [name, { pick, format }] of Object.entries(MEMBER_FIGURES)) write(name, format(pick(home)))
  const { earns, way } = levelOf(home)
  write('level', earns)
  write('way', way)
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
  const kept = cachedNumbers(user.id)[HOME_KEPT] as MemberHome | undefined
  tryFill(kept && onDay(kept, Date.now()))
  void answer
    // The page may have read it by now: then it shows it, too.
    .then((response) => (response.ok && !response.bodyUsed ? response.clone().json() : null))
    .then(tryFill, () => undefined)
}

const whenRead = (): void => {
  if (window.early) start(window.early)
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', whenRead)
else whenRead()
