import { expect, test } from 'vitest'
import { WITHDRAW_STAGES } from '../../../../contract/money/withdraw.ts'
import { proofProblem } from '../../../lib/payouts/proof-file.ts'
import { actsOf, decisionOf, goesToOld, mayTakeBack, movedSince, notesOf, takesProof } from './act-rules.ts'

const item = { cancelled: false, payout: null, returnAskedBy: null, acceptedBefore: false }
test('rule paid-is-paid: only what the server allows is offered', () => {
  const offered = WITHDRAW_STAGES.map((stage) => [stage, ...actsOf({ ...item, stage })].join(' '))
  expect(offered).toEqual([
    'requested accepted rejected',
    'accepted ordered requested',
    'ordered returned',
    'paid returned',
    'returned requested',
    'rejected requested',
  ])
  expect(WITHDRAW_STAGES.filter((stage) => takesProof({ stage }))).toEqual(['ordered', 'paid'])
})
test('rule bank-return: who undoes an acceptance reads before that the next one takes two people', () => {
  const notes = (status: 'requested' | 'accepted' | 'rejected', acceptedBefore: boolean) =>
    (['accepted', 'requested'] as const).map((act) => notesOf({ status, acceptedBefore }, act).join(' '))
  expect(notes('accepted', true)[1]).toBe('secondThen')
  // of its first acceptance
  expect(notes('accepted', false)[1]).toBe('secondThen')
  expect(notes('rejected', false)[1]).toBe('heldAgain')
  expect(notes('rejected', true)[1]).toBe('heldAgain secondThen')
  expect(notes('requested', false)[0]).toBe('')
  expect(notes('requested', true)[0]).toBe('acceptedBefore')
})
test('what is frozen, taken back or waits for a second person is offered nothing', () => {
  expect(actsOf({ ...item, stage: 'requested', payout: 3 })).toEqual([])
  expect(actsOf({ ...item, stage: 'ordered', payout: 3 })).toEqual(['returned'])
  expect(actsOf({ ...item, stage: 'ordered', returnAskedBy: 'Sari' })).toEqual([])
  expect(actsOf({ ...item, stage: 'rejected', cancelled: true })).toEqual([])
})
test('rule withdraw-cancel: a member is offered to take back what waits and was never accepted', () => {
  expect(WITHDRAW_STAGES.filter((stage) => mayTakeBack({ ...item, stage }))).toEqual(['requested'])
  expect(mayTakeBack({ ...item, stage: 'requested', acceptedBefore: true })).toBe(false)
  expect(mayTakeBack({ ...item, stage: 'requested', payout: 1 })).toBe(false)
})
test('rule bank-change: a request whose money has not left is said to go to the details of before', () => {
  const createdAt = '2026-05-04T03:00:00.000Z'
  const changed = (at: string) => ({ at, by: null, byMember: true, replaced: true })
  const later = changed('2026-05-04T03:00:01.000Z')
  const said = WITHDRAW_STAGES.filter((stage) => goesToOld({ stage, createdAt, bankChange: later }))
  expect(said).toEqual(['requested', 'accepted'])
  expect(goesToOld({ stage: 'requested', createdAt, bankChange: changed(createdAt) })).toBe(false)
  expect(goesToOld({ stage: 'requested', createdAt, bankChange: null })).toBe(false)
})
test('who accepted a request is not said to have transferred or paid it', () => {
  const decided = [
    { status: 'accepted', stage: 'accepted' },
    { status: 'accepted', stage: 'ordered' },
    { status: 'accepted', stage: 'paid' },
    { status: 'rejected', stage: 'returned' },
    { status: 'rejected', stage: 'rejected' },
  ] as const
  expect(decided.map(decisionOf)).toEqual(['accepted', 'accepted', 'accepted', 'returned', 'rejected'])
})
test('rule paid-is-paid: whoever is about to transfer is told what somebody did with the request since', () => {
  const step = { at: '2026-05-04T03:00:00.000Z', by: 'Sari', reason: null, reference: null }
  const since = WITHDRAW_STAGES.filter((stage) =>
    movedSince({
      steps: [
        { ...step, stage: 'accepted' },
        { ...step, stage },
      ],
    }),
  )
  expect(since).toEqual(['requested', 'ordered', 'paid', 'returned', 'rejected'])
  expect(movedSince({ steps: [] })).toBeNull()
})
test('rule payout-proof: a file that cannot be a proof is refused before it is sent', () => {
  const image = { type: 'image/png', size: 2 * 1024 * 1024 }
  expect(proofProblem(image)).toBeUndefined()
  expect(proofProblem({ ...image, size: image.size + 1 })).toBe('Bukti paling besar 2 MB.')
  expect(proofProblem({ ...image, type: 'application/pdf' })).toBe('Bukti harus berupa gambar png, jpg, atau webp.')
  expect(proofProblem({ ...image, type: '' }), 'some systems do not name the kind').toBeUndefined()
})
