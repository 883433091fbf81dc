// Which runner has an account's session (rule one-runner). Time is what is left of a lease: the runner's, and the object's of it.
import { need, type Step } from '../relation.ts'
import { LINK, of, type State, WIRE, type World } from '../world.ts'

const isHolder = need('another runner holds it', 'one-runner', (w, s, a, r) => of(s, w.holder + a) === r + 1)
const closes = (w: World, s: State, a: number, r: number): void => {
  s[w.link + w.slot(a, r)] = LINK.closed
}
const renews = (w: World, s: State, a: number): void => {
  s[w.known + a] = w.size.lease + w.size.skew
}
const getsLease = (w: World, s: State, a: number, r: number): void => {
  s[w.lease + w.slot(a, r)] = w.size.lease + w.size.skew
  renews(w, s, a)
}
/** What comes after it, the skew, is for closing the session: no login begins in it, and nothing leaves. */
export const hasLease = (w: World, s: State, a: number, r: number): boolean =>
  of(s, w.lease + w.slot(a, r)) > w.size.skew

const grant: Step = {
  name: 'A gives its lease to B',
  over: ['account', 'runner'],
  needs: [
    need('another runner holds it', 'one-runner', (w, s, a) => of(s, w.holder + a) === 0),
    need(
      'this runner has not closed its session of before',
      'one-runner',
      (w, s, a, r) => of(s, w.link + w.slot(a, r)) === LINK.closed,
    ),
  ],
  does: (w, s, a, r) => {
    s[w.holder + a] = r + 1
    getsLease(w, s, a, r)
  },
}
const renew: Step = {
  name: 'A renews the lease of B',
  over: ['account', 'runner'],
  needs: [isHolder],
  does: getsLease,
}
/** The object knows of it, and its answer is lost. */
const renewUnheard: Step = {
  name: 'A renews the lease of B, and B does not hear of it',
  over: ['account', 'runner'],
  needs: [need('another runner holds it', null, (w, s, a, r) => of(s, w.holder + a) === r + 1)],
  does: (w, s, a) => renews(w, s, a),
}
/** A runner whose lease is over closes its session by itself, within the skew; who renews it before that goes on with it. */
export const passes = (w: World, s: State, time: number): void => {
  const { accounts, runners } = w.size
  for (let a = 0; a < accounts; a++) {
    s[w.known + a] = Math.max(0, of(s, w.known + a) - time)
    s[w.mayBeOpen + a] = Math.max(0, of(s, w.mayBeOpen + a) - time)
  }
  for (let i = 0; i < accounts * runners; i++) {
    const left = of(s, w.lease + i) - time
    s[w.lease + i] = Math.max(0, left)
    if (left <= 0) s[w.link + i] = LINK.closed
  }
}
const time: Step = { name: 'time passes', over: [], needs: [], does: (w, s) => passes(w, s, 1) }
const connect: Step = {
  name: 'A tells its runner to log in',
  over: ['account'],
  needs: [
    need('no runner holds it', null, (w, s, a) => of(s, w.holder + a) !== 0),
    need(
      'a runner that was fenced may have the session open yet',
      'one-runner',
      (w, s, a) => of(s, w.mayBeOpen + a) === 0,
    ),
  ],
  does: (w, s, a) => {
    s[w.holds + a] = 1
    const r = of(s, w.holder + a) - 1
    const link = w.link + w.slot(a, r)
    // a runner whose lease is over refuses
    if (of(s, link) === LINK.closed && hasLease(w, s, a, r)) s[link] = LINK.commanded
  },
}
const login: Step = {
  name: 'B logs in as A',
  over: ['account', 'runner'],
  needs: [need('nobody told it to', 'one-runner', (w, s, a, r) => of(s, w.link + w.slot(a, r)) === LINK.commanded)],
  does: (w, s, a, r) => {
    s[w.link + w.slot(a, r)] = LINK.open
  },
}
const close: Step = {
  name: 'the session of A in B is closed',
  over: ['account', 'runner'],
  needs: [need('it is closed already', null, (w, s, a, r) => of(s, w.link + w.slot(a, r)) !== LINK.closed)],
  does: closes,
}
const heardClosed: Step = {
  name: 'A hears from its runner that the session is closed',
  over: ['account'],
  needs: [
    need('no runner holds it', null, (w, s, a) => of(s, w.holder + a) !== 0),
    need('nobody told it to log in', null, (w, s, a) => of(s, w.holds + a) === 1),
    need(
      'its session is not closed',
      'one-runner',
      (w, s, a) => of(s, w.link + w.slot(a, of(s, w.holder + a) - 1)) === LINK.closed,
    ),
  ],
  does: (w, s, a) => {
    s[w.holds + a] = 0
  },
}
/** Begins a new epoch, at any time and for any reason. */
const fence: Step = {
  name: 'A fences its runner',
  over: ['account'],
  needs: [need('no runner holds it', null, (w, s, a) => of(s, w.holder + a) !== 0)],
  does: (w, s, a) => {
    if (of(s, w.holds + a) === 1) s[w.mayBeOpen + a] = Math.max(of(s, w.mayBeOpen + a), of(s, w.known + a))
    s[w.holder + a] = 0
    s[w.holds + a] = 0
    s[w.known + a] = 0
  },
}
/** With it goes what it was told to send and has not sent. */
const die: Step = {
  name: 'the process of B, which A was given to, dies',
  over: ['account', 'runner'],
  needs: [need('it is not there', null, (w, s, a, r) => of(s, w.lease + w.slot(a, r)) > 0)],
  does: (w, s, a, r) => {
    s[w.lease + w.slot(a, r)] = 0
    closes(w, s, a, r)
    for (let p = 0; p < w.size.persons; p++) {
      const i = w.pair(a, p)
      if (of(s, w.at + i) !== r + 1) continue
      if (of(s, w.wire + i) === WIRE.atRunner) s[w.wire + i] = WIRE.none
      s[w.at + i] = 0
    }
  },
}
export const LEASE = { grant, renew, renewUnheard, time, connect, login, close, heardClosed, fence, die }
