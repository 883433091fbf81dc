import { expect, test } from 'vitest'
import { type Hash, leafOf, MerkleRoot, pathOf, rootByPath, rootOf } from './merkle.ts'

const hex = (hash: Hash | null): string => Buffer.from(hash ?? []).toString('hex')
// the test vectors of Certificate Transparency (google/certificate-transparency, merkletree/merkle_tree_test.cc)
const INPUTS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const LEAVES = INPUTS.map((input) => leafOf(Buffer.from(input, 'hex').toString('latin1')))
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('the roots are those of RFC 6962', () => {
  expect(hex(new MerkleRoot().root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(ROOTS.map((_, i) => hex(rootOf(LEAVES.slice(0, i + 1))))).toEqual(ROOTS)
})

test('each leaf of each tree is proved by its path, and by no other leaf, place or size', () => {
  const leaves = Array.from({ length: 21 }, (_, i) => leafOf(String(i)))
  for (let size = 1; size <= leaves.length; size++) {
    const tree = leaves.slice(0, size)
    const root = hex(rootOf(tree))
    for (const [index, leaf] of tree.entries()) {
      const path = pathOf(tree, index)
      expect(hex(rootByPath(leaf, index, size, path))).toBe(root)
      expect(hex(rootByPath(leafOf('other'), index, size, path))).not.toBe(root)
      expect(rootByPath(leaf, size, size, path)).toBeNull()
      expect(rootByPath(leaf, index, size, [...path, leaf])).toBeNull()
      if (size > 1) {
        expect(hex(rootByPath(leaf, (index + 1) % size, size, path))).not.toBe(root)
        expect(rootByPath(leaf, index, size, path.slice(1))).toBeNull()
      }
    }
  }
})
