// The people of a campaign from its launch to their message, under a pause, a walk that renews them, and deletions (rules campaign-once,
// campaign-rolling). A step is one transaction of the database, or what one account does.
import { need, type Need, type Step } from '../relation.ts'
import { add, COURSE, of, PLACE, type State, type World } from '../world.ts'

const isAt = (rule: string | null, place: number, or: string): Need =>
  need(or, rule, (w, s, p) => of(s, w.place + p) === place)
const isOn = (rule: string | null, ...courses: number[]): Need =>
  need('the campaign stands elsewhere', rule, (w, s) => courses.includes(of(s, w.course)))
const hasRow = need('the person has no row', null, (w, s, p) => of(s, w.row + p) === 1)
const fits = need('the person does not fit the segment', null, (w, s, p) => of(s, w.fits + p) === 1)
const inHand = need('no account has the person', null, (w, s, p) => of(s, w.inHand + p) === 1)
const isUndecided = need('their message is under way', null, (w, s, p) => of(s, w.out + p) === 0)
const step = (name: string, needs: readonly Need[], does: (w: World, s: State, p: number) => void): Step => ({
  name,
  over: ['recipient'],
  needs,
  does,
})
const whole = (name: string, needs: readonly Need[], does: (w: World, s: State) => void): Step => ({
  name,
  over: [],
  needs: [need('there is no campaign', null, (w) => w.size.recipients > 0), ...needs],
  does,
})
const all = (w: World, of: (p: number) => boolean): boolean =>
  Array.from({ length: w.size.recipients }, (_, p) => p).every(of)

const isMade = step(
  'A is added to the list',
  [need('there is a row', null, (w, s, p) => of(s, w.row + p) === 0)],
  (w, s, p) => {
    s[w.row + p] = 1
    s[w.place + p] = of(s, w.remembered + p) === 1 ? PLACE.dropped : PLACE.none
  },
)
const comesToFit = step('A comes to fit', [need('A fits', null, (w, s, p) => of(s, w.fits + p) === 0)], (w, s, p) => {
  s[w.fits + p] = 1
})
const fitsNoMore = step('A fits no more', [fits], (w, s, p) => {
  s[w.fits + p] = 0
})
const launch = whole('the campaign is launched', [isOn(null, COURSE.draft)], (w, s) => {
  s[w.course] = COURSE.runs
})
/** The launch's own step, and that of each hour. */
const joins = step(
  'A is written down',
  [isOn(null, COURSE.runs), hasRow, fits, isAt('campaign-once', PLACE.none, 'A has a place already')],
  (w, s, p) => {
    s[w.place + p] = PLACE.waits
  },
)
const leaves = step(
  'A fits no more and leaves',
  [
    isOn(null, COURSE.runs),
    need('A fits', null, (w, s, p) => of(s, w.fits + p) === 0),
    isAt('campaign-rolling', PLACE.waits, 'A does not wait'),
  ],
  (w, s, p) => {
    s[w.place + p] = PLACE.none
  },
)
const claim = step(
  'A is claimed',
  [
    isOn('campaign-pause', COURSE.runs),
    isAt('campaign-once', PLACE.waits, 'A does not wait'),
    need('nothing is left of the budget', 'campaign-claim', (w, s) => of(s, w.claimed) < w.size.budget),
    need('an account has A', null, (w, s, p) => of(s, w.inHand + p) === 0),
  ],
  (w, s, p) => {
    s[w.place + p] = PLACE.held
    s[w.inHand + p] = 1
    add(s, w.claimed, 1)
  },
)
const decide = step('a message for A leaves', [inHand, isUndecided], (w, s, p) => {
  s[w.out + p] = 1
  add(s, w.reached + p, 1)
  if (of(s, w.course) !== COURSE.runs && of(s, w.heardAll) === 1) s[w.tooLate] = 1
})
const giveBack = step('A goes back unsent', [inHand, isUndecided], (w, s, p) => {
  s[w.inHand + p] = 0
  if (of(s, w.place + p) !== PLACE.held) return
  s[w.place + p] = PLACE.waits
  add(s, w.claimed, -1)
})
const settle = step(
  'the message for A is settled',
  [inHand, need('none left', null, (w, s, p) => of(s, w.out + p) === 1)],
  (w, s, p) => {
    s[w.inHand + p] = 0
    s[w.out + p] = 0
    if (of(s, w.place + p) === PLACE.held) s[w.place + p] = PLACE.done
  },
)
/** Who was claimed counts as written to. What they were claimed for stays claimed. */
const isDeleted = step('A is deleted', [hasRow], (w, s, p) => {
  if (of(s, w.inHand + p) === 1 || of(s, w.reached + p) > 0) s[w.remembered + p] = 1
  s[w.row + p] = 0
  s[w.place + p] = PLACE.none
})
const pause = whole('the campaign is paused', [isOn(null, COURSE.runs)], (w, s) => {
  s[w.course] = COURSE.paused
  s[w.heardAll] = 0
})
const cancel = whole('the campaign is cancelled', [isOn(null, COURSE.runs, COURSE.paused)], (w, s) => {
  s[w.course] = COURSE.over
  s[w.heardAll] = 0
})
const isHeard = whole(
  'every account has heard of it',
  [
    isOn(null, COURSE.paused, COURSE.over),
    need('an account has somebody whose message it has not decided', 'campaign-pause', (w, s) =>
      all(w, (p) => of(s, w.inHand + p) === 0 || of(s, w.out + p) === 1),
    ),
  ],
  (w, s) => {
    s[w.heardAll] = 1
  },
)
const resume = whole(
  'the campaign goes on',
  [isOn(null, COURSE.paused), need('somebody has not heard of the pause', null, (w, s) => of(s, w.heardAll) === 1)],
  (w, s) => {
    s[w.course] = COURSE.runs
    s[w.heardAll] = 0
  },
)
export const CAMPAIGN = {
  isMade,
  comesToFit,
  fitsNoMore,
  launch,
  joins,
  leaves,
  claim,
  decide,
  giveBack,
  settle,
  isDeleted,
  pause,
  cancel,
  isHeard,
  resume,
} as const
