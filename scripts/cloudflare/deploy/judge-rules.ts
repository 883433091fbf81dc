// Whether a step of a gradual deployment may be followed by the next, by what the old and the new version answered meanwhile. Pure.

import { percentOf } from '../../../contract/ground/percent.ts'
import { TARGETS } from '../../../domain/ground/metrics/slo-rules.ts'

/** Answers of one version, and how many of them were faults (5xx). */
export type Answered = { answers: number; faults: number }
export const NONE: Answered = { answers: 0, faults: 0 }

/** As few say nothing of a version. */
const ENOUGH_ANSWERS = 200
/** One bad call of somebody's is no sign. */
const FAULTS_MIN = 5
const TIMES_OLD_RATE = 2
/** Of a release before that nothing is known of, as of one that counted nothing yet: what the service promises of its answers. */
const RATE_UNKNOWN = 1 - TARGETS.api

/** worse: back. good: on. unknown: too few answers yet. */
export type Verdict = 'worse' | 'good' | 'unknown'
/** @param old what the release before answered since the deployment began */
export const verdictOf = (fresh: Answered, old: Answered): Verdict => {
  const oldRate = old.answers === 0 ? RATE_UNKNOWN : old.faults / old.answers
  if (fresh.faults >= FAULTS_MIN && fresh.faults > TIMES_OLD_RATE * oldRate * fresh.answers) return 'worse'
  return fresh.answers >= ENOUGH_ANSWERS ? 'good' : 'unknown'
}

const percent = ({ answers, faults }: Answered): string => `${percentOf(faults, Math.max(1, answers)).toFixed(2)} %`
export const answeredLine = (fresh: Answered, old: Answered): string =>
  `${fresh.answers} answers, ${fresh.faults} faults (${percent(fresh)}); the release before: ${old.answers} answers, ${old.faults} faults (${percent(old)})`
