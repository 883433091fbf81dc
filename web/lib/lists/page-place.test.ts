import { expect, test } from 'vitest'
import { placeOf } from './page-place.ts'

const counted = { limit: 20, total: 10_000, totalPages: 500 }

test('a filtered list goes on where its count has ended, until a page is not full', () => {
  expect(placeOf({ ...counted, page: 499 }, 20, true)).toMatchObject({
    lastPage: 500,
    atLeast: true,
    goesOn: false,
    pages: 500,
    isOpen: true,
  })
  expect(placeOf({ ...counted, page: 500 }, 20, true)).toMatchObject({
    lastPage: 501,
    total: 10_000,
    goesOn: true,
    // not 501: nobody knows of a page behind it
    pages: 500,
    isOpen: true,
  })
  expect(placeOf({ ...counted, page: 520 }, 20, true)).toMatchObject({
    lastPage: 521,
    pages: 520,
    isOpen: true,
    first: 10_381,
    last: 10_400,
    total: 10_400,
  })
  expect(placeOf({ ...counted, page: 521 }, 7, true)).toMatchObject({
    lastPage: 521,
    pages: 521,
    isOpen: false,
    last: 10_407,
    total: 10_407,
  })
})
test('a list that is counted whole ends with its count', () => {
  expect(placeOf({ ...counted, page: 500 }, 20, false)).toMatchObject({
    lastPage: 500,
    atLeast: false,
    isOpen: false,
    goesOn: false,
  })
  expect(placeOf({ page: 2, limit: 20, total: 33, totalPages: 2 }, 13, true)).toMatchObject({
    first: 21,
    last: 33,
    total: 33,
    lastPage: 2,
  })
})
